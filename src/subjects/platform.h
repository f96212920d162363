/*
 * What running subjects needs of the operating system and what POSIX cannot do, or not well: one file in platform/ for
 * each system that can, and posix.c for all others, where a subject's heap, memory and faulting writes go unseen.
 */
#ifndef UO_SUBJECTS_PLATFORM_H
#define UO_SUBJECTS_PLATFORM_H

#include <unique_oracle/unique.h>

#include <sys/types.h>

/* The path of this program's own file, resolved; false where that cannot be told or is longer than `size` allows. */
UO_MUST_USE bool uo_platform_program_path(char *path, size_t size);

/* A pipe whose ends are not inherited by programs that are started; false with errno. */
UO_MUST_USE bool uo_platform_pipe(int ends[2]);

/* `size` bytes of zeroes, shared with forked children, not counted before they are touched; NULL with errno. */
UO_MUST_USE void *uo_platform_map_shared(size_t size);

/* The same `size` zero bytes twice: a view to write and a view to read. False with errno. */
UO_MUST_USE bool uo_platform_map_twice(size_t size, void **writable, void **readable);

/* Asks for this process's death when `parent`, which forked it, dies. */
void uo_platform_die_with(pid_t parent);

/* Closes every descriptor but the standard ones and `keep`. */
void uo_platform_close_others(int keep);

/* The function that tells how many bytes are in use on this process's heap. It returns 0 where that cannot be told. */
typedef size_t uo_heap_function(void);
uo_heap_function *uo_platform_heap_function(void);

/* Bytes of memory that only this process holds; 0 when it cannot be told. */
size_t uo_platform_resident(pid_t process);

/* The same, over every process of a group. */
size_t uo_platform_group_resident(pid_t group);

/* What a faulting instruction did, from the third argument of a signal handler. */
typedef enum uo_access { UO_ACCESS_UNKNOWN, UO_ACCESS_READ, UO_ACCESS_WRITE } uo_access;
uo_access uo_platform_fault_access(const void *context);

#endif
