#include "subjects/words.h"

#include "tensor/guard.h"

#include <string.h>

/* Where the reader stands in the text, and where the word under way is put. */
typedef struct splitter {
  const char *text; /* the whole command line, for messages */
  const char *at;
  char *out;
} splitter;

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n'; }

/* The character after a backslash; a line end after it joins the lines. */
static void take_escaped(splitter *s) {
  if (*s->at != '\n') *s->out++ = *s->at;
  s->at++;
}

static uo_error_code take_quoted(splitter *s, char quote, uo_error *error) {
  while (*s->at != quote) {
    UO_REQUIRE(*s->at != '\0', error, UO_ERROR_ARGUMENT, "the command has an open %c quote; close it: %.200s", quote,
               s->text);
    char c = *s->at++;
    bool escapes = quote == '"' && c == '\\' && *s->at != '\0' && strchr("\"\\$`\n", *s->at) != NULL;
    if (escapes)
      take_escaped(s);
    else
      *s->out++ = c;
  }
  s->at++;
  return UO_ERROR_NONE;
}

static uo_error_code take_word(splitter *s, uo_error *error) {
  while (*s->at != '\0' && !is_blank(*s->at)) {
    char c = *s->at++;
    UO_REQUIRE(c != '\\' || *s->at != '\0', error, UO_ERROR_ARGUMENT,
               "the command ends with a backslash; write \\\\ for a backslash itself: %.200s", s->text);
    if (c == '\'' || c == '"')
      UO_TRY(take_quoted(s, c, error));
    else if (c == '\\')
      take_escaped(s);
    else
      *s->out++ = c;
  }
  *s->out++ = '\0';
  return UO_ERROR_NONE;
}

uo_error_code uo_words_split(const char *text, uo_arena *arena, char ***words, uo_error *error) {
  size_t length = strlen(text);
  /* A word takes at least one character and one blank; words and their NULs never take more room than the text and its
   * NUL. */
  char **list = uo_arena_allocate(arena, length / 2 + 2, sizeof *list);
  UO_REQUIRE_MEMORY(list, error);
  char *room = uo_arena_allocate(arena, length + 1, 1);
  UO_REQUIRE_MEMORY(room, error);

  splitter s = {text, text, room};
  size_t count = 0;
  for (;;) {
    while (is_blank(*s.at)) s.at++;
    if (*s.at == '\0') break;
    list[count++] = s.out;
    UO_TRY(take_word(&s, error));
  }
  UO_REQUIRE(count > 0, error, UO_ERROR_ARGUMENT, "the command is empty; give the program and its arguments");
  list[count] = NULL;
  *words = list;
  return UO_ERROR_NONE;
}
