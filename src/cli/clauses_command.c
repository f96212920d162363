/* unique-oracle clauses: everything that findings can cite and policies can choose. */
#include <json-c/json.h>
#include <stdio.h>
#include <string.h>

#include <unique_oracle/checker.h>

#include "cli/command_line.h"

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
    if ((policy >> bit & 1u) == 0 || used >= size) continue;
    int written =
        snprintf(text + used, size - used, "%s%s=%s", used == 0 ? "" : ", ", choices[bit].name, choices[bit].second);
    used += written < 0 ? 0 : (size_t)written;
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

static void put_text(struct json_object *object, const char *key, const char *text) {
  json_object_object_add(object, key, json_object_new_string(text));
}

static struct json_object *clauses_json(void) {
  struct json_object *array = json_object_new_array();
  for (int i = 0; i < UO_CLAUSE_COUNT; i++) {
    uo_clause clause = (uo_clause)i;
    struct json_object *row = json_object_new_object();
    put_text(row, "id", uo_clause_id(clause));
    put_text(row, "kind", uo_clause_is_silent(clause) ? "silent" : "clause");
    put_text(row, "text", uo_clause_text(clause));
    put_text(row, "source", uo_clause_source(clause));
    json_object_array_add(array, row);
  }
  return array;
}

static struct json_object *choices_json(void) {
  struct json_object *array = json_object_new_array();
  for (size_t i = 0; i < COUNT(choices); i++) {
    struct json_object *row = json_object_new_object();
    struct json_object *values = json_object_new_array();
    json_object_array_add(values, json_object_new_string(choices[i].first));
    json_object_array_add(values, json_object_new_string(choices[i].second));
    put_text(row, "name", choices[i].name);
    json_object_object_add(row, "values", values);
    put_text(row, "silent_point", choices[i].silent);
    put_text(row, "question", choices[i].question);
    json_object_array_add(array, row);
  }
  return array;
}

static struct json_object *policies_json(void) {
  struct json_object *array = json_object_new_array();
  for (size_t i = 0; i < COUNT(policies); i++) {
    struct json_object *row = json_object_new_object();
    struct json_object *values = json_object_new_object();
    for (size_t bit = 0; bit < COUNT(choices); bit++) {
      bool second = (policies[i].choices >> bit & 1u) != 0;
      put_text(values, choices[bit].name, second ? choices[bit].second : choices[bit].first);
    }
    put_text(row, "name", policies[i].name);
    put_text(row, "follows", policies[i].follows);
    json_object_object_add(row, "choices", values);
    json_object_array_add(array, row);
  }
  return array;
}

static void print_json(void) {
  struct json_object *all = json_object_new_object();
  json_object_object_add(all, "clauses", clauses_json());
  json_object_object_add(all, "choices", choices_json());
  json_object_object_add(all, "policies", policies_json());
  puts(json_object_to_json_string_ext(all, JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_NOSLASHESCAPE));
  json_object_put(all);
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
