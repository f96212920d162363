/* Sending for memory before it is used, where the compiler knows how; elsewhere nothing happens. */
#ifndef UO_REFERENCE_PREFETCH_H
#define UO_REFERENCE_PREFETCH_H

#if defined(__GNUC__)
#define UO_PREFETCH(place)          __builtin_prefetch(place)
#define UO_PREFETCH_TO_WRITE(place) __builtin_prefetch((place), 1)
#else
#define UO_PREFETCH(place)          ((void)(place))
#define UO_PREFETCH_TO_WRITE(place) ((void)(place))
#endif

#endif
