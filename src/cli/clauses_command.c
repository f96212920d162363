/* unique-oracle clauses: everything that findings can cite and policies can choose. */
#include <stdio.h>
#include <string.h>

#include <unique_oracle/checker.h>

#include "cli/command_line.h"
#include "gate/json.h"

typedef struct clauses_options {
  bool json;
} clauses_options;

static uo_error_code set_json(void *context, const char *value, uo_error *error) {
  clauses_options *options = context;
  (void)value;
  (void)error;
  options->json = true;
  return UO_ERROR_NONE;
}

static const uo_option option_table[] = {
    {"json", NULL, "as one JSON object", set_json},
    {0},
};

typedef struct choice_row {
  const char *name;
  const char *first;
  const char *second;
  const char *silent;
  const char *question;
} choice_row;

static const choice_row choices[] = {
#define CHOICE_ROW(name, bit, choice, first, second, silent, question) {choice, first, second, silent, question},
    UO_CHOICES(CHOICE_ROW)
#undef CHOICE_ROW
};

typedef struct policy_row {
  const char *name;
  uo_policy choices;
  const char *follows;
} policy_row;

static const policy_row policies[] = {
#define POLICY_ROW(name, text, choices, follows) {text, choices, follows},
    UO_POLICIES(POLICY_ROW)
#undef POLICY_ROW
};

#define COUNT(rows) (sizeof(rows) / sizeof(rows)[0])

/* A policy as changes of onnx, whatever its name. */
static char *format_changes(uo_policy policy, char *text, size_t size) {
  size_t used = 0;
  text[0] = '\0';
  for (size_t bit = 0; bit < COUNT(choices); bit++) {
    if ((policy >> bit & 1u) == 0) continue;
    snprintf(text + used, size - used, "%s%s=%s", used == 0 ? "" : ", ", choices[bit].name, choices[bit].second);
    used = strlen(text);
  }
  return text;
}

static void print_tables(void) {
  puts("CLAUSES");
  for (int clause = 0; clause < UO_CLAUSE_COUNT; clause++) {
    if (clause > 0 && uo_clause_is_silent((uo_clause)clause) && !uo_clause_is_silent((uo_clause)(clause - 1))) {
      puts("\nSILENT POINTS: the question, and the ruling of policy onnx");
    }
    const char *source = uo_clause_source((uo_clause)clause);
    printf("%-8s  %s%s%s%s\n", uo_clause_id((uo_clause)clause), uo_clause_text((uo_clause)clause),
           source[0] == '\0' ? "" : "  (", source, source[0] == '\0' ? "" : ")");
  }
  puts("\nCHOICES: the first value is that of policy onnx");
  for (size_t i = 0; i < COUNT(choices); i++) {
    printf("%-14s  %s | %s  %s: %s\n", choices[i].name, choices[i].first, choices[i].second, choices[i].silent,
           choices[i].question);
  }
  puts("\nPOLICIES");
  for (size_t i = 0; i < COUNT(policies); i++) {
    char text[256];
    format_changes(policies[i].choices, text, sizeof text);
    printf("%-9s  %s%s%s\n", policies[i].name, policies[i].follows, text[0] == '\0' ? "" : ": ", text);
  }
  puts("spec       any one consistent set of choices that explains the whole run");
}

/* ---- JSON: written as it comes, for want of memory would leave holes in it --------------------------------------- */

/* Begins a new line; behind a member or element that is not the first one, with a comma. */
static void put_line(bool first, int depth) { printf("%s\n%*s", first ? "" : ",", 2 * depth, ""); }

static void put_string(const char *text) { uo_json_write_string(text, stdout); }

static void put_member(bool first, int depth, const char *key, const char *text) {
  put_line(first, depth);
  printf("\"%s\":", key);
  put_string(text);
}

/* A named array of the object that everything is in. */
static void open_list(bool first, const char *key) {
  put_line(first, 1);
  printf("\"%s\":[", key);
}

static void close_with(int depth, char bracket) {
  put_line(true, depth);
  putchar(bracket);
}

static void put_clauses(void) {
  for (int i = 0; i < UO_CLAUSE_COUNT; i++) {
    uo_clause clause = (uo_clause)i;
    put_line(i == 0, 2);
    putchar('{');
    put_member(true, 3, "id", uo_clause_id(clause));
    put_member(false, 3, "kind", uo_clause_is_silent(clause) ? "silent" : "clause");
    put_member(false, 3, "text", uo_clause_text(clause));
    put_member(false, 3, "source", uo_clause_source(clause));
    close_with(2, '}');
  }
}

static void put_choices(void) {
  for (size_t i = 0; i < COUNT(choices); i++) {
    put_line(i == 0, 2);
    putchar('{');
    put_member(true, 3, "name", choices[i].name);
    put_line(false, 3);
    printf("\"values\":[");
    put_line(true, 4);
    put_string(choices[i].first);
    put_line(false, 4);
    put_string(choices[i].second);
    close_with(3, ']');
    put_member(false, 3, "silent_point", choices[i].silent);
    put_member(false, 3, "question", choices[i].question);
    close_with(2, '}');
  }
}

static void put_policies(void) {
  for (size_t i = 0; i < COUNT(policies); i++) {
    put_line(i == 0, 2);
    putchar('{');
    put_member(true, 3, "name", policies[i].name);
    put_member(false, 3, "follows", policies[i].follows);
    put_line(false, 3);
    printf("\"choices\":{");
    for (size_t bit = 0; bit < COUNT(choices); bit++) {
      bool second = (policies[i].choices >> bit & 1u) != 0;
      put_member(bit == 0, 4, choices[bit].name, second ? choices[bit].second : choices[bit].first);
    }
    close_with(3, '}');
    close_with(2, '}');
  }
}

static void print_json(void) {
  putchar('{');
  open_list(true, "clauses");
  put_clauses();
  close_with(1, ']');
  open_list(false, "choices");
  put_choices();
  close_with(1, ']');
  open_list(false, "policies");
  put_policies();
  close_with(1, ']');
  puts("\n}");
}

static int run(const uo_subcommand *self, const char *program, int argc, char **argv) {
  (void)program;
  clauses_options options = {0};
  uo_parsed parsed = uo_parse(self, argc, argv, &options, NULL);
  if (parsed != UO_PARSED_GO_ON) return parsed == UO_PARSED_HELP_PRINTED ? 0 : UO_EXIT_NOT_JUDGED;
  if (options.json) {
    print_json();
  } else {
    print_tables();
  }
  return uo_finish_output(self, 0);
}

const uo_subcommand uo_clauses_subcommand = {
    .name = "clauses",
    .usage = "[--json]",
    .summary = "print the clauses, silent points, choices and policies",
    .details = "",
    .options = option_table,
    .run = run,
};
