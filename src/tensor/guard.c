#include "tensor/guard.h"

#include <stdarg.h>
#include <stdio.h>

uo_error_code uo_fail(uo_error *error, uo_error_code code, const char *format, ...) {
  if (error == NULL) return code;
  error->code = code;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(error->message, sizeof error->message, format, arguments);
  va_end(arguments);
  return code;
}
