/* Which item stands where along the axis, and which values each is made of. */
#ifndef UO_CASES_ARRANGE_H
#define UO_CASES_ARRANGE_H

#include "cases/build.h"
#include "tensor/shape.h"

/*
 * Place i along the axis holds item number item[i]. Element e (row-major, the axis removed) of item number k is value
 * element[k * size + e] of the alphabet, size being outer * inner.
 */
typedef struct uo_layout {
  const uint32_t *item;
  const uint32_t *element;
} uo_layout;

/* Whether all items differ in this arrangement, as far as the alphabet goes. */
bool uo_arrangement_is_distinct(int arrangement);

/* Draws a layout over an alphabet of `values` values in ascending order; `items` are not empty. UO_ERROR_MEMORY. */
UO_MUST_USE uo_error_code uo_layout_draw(const uo_pattern *pattern, const uo_items *items, uint32_t values,
                                         uo_draws *draws, uo_arena *arena, uo_layout *layout, uo_error *error);

#endif
