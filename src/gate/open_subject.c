#include "gate/open_subject.h"

#include "tensor/guard.h"

uo_error_code uo_open_subject(const uo_gate_options *options, const uo_limits *limits, uo_subject **subject,
                              uo_error *error) {
  uo_error reason = {0};
  uo_error_code code = UO_ERROR_NONE;
  switch (options->subject) {
    case UO_SUBJECT_PLUGIN:
      code = uo_subject_open_plugin(options->subject_argument, limits, subject, &reason);
      break;
    case UO_SUBJECT_COMMAND:
      code = uo_subject_open_command(options->subject_argument, limits, subject, &reason);
      break;
    case UO_SUBJECT_ANSWERS:
      code = uo_subject_open_answers(options->subject_argument, subject, &reason);
      break;
    case UO_SUBJECT_BUILTIN:
    default:
      return uo_subject_open_builtin(options->policy, subject, error);
  }
  UO_REQUIRE(code == UO_ERROR_NONE, error, code, "%s %s", uo_subject_option(options->subject), reason.message);
  return UO_ERROR_NONE;
}
