# R's collapse as bench.py times it: the protocol of peer.py, for the types that R has (double, int32).
#
#   Y only                           funique(x), funique(x, sort = TRUE)
#   all, in order of first occurrence  group(x, starts, sizes) and x[starts]; 32-bit and counted from 1, so it gives less
#   all, sorted                      nothing

suppressMessages(library(collapse))
set_collapse(nthreads = 1L)

types <- list(double = list("double", 8L), int32 = list("integer", 4L))
state <- new.env()

load_file <- function(words) {
  kind <- types[[words[[2]]]]
  if (is.null(kind)) return("unsupported R has no vectors of this type")
  if (words[[4]] != "1" || words[[6]] != "1") return("unsupported a vector of R has no axis")
  if (words[[7]] != "1") return("unsupported small inputs are not timed in R")
  state$x <- readBin(words[[1]], kind[[1]], n = as.integer(words[[5]]), size = kind[[2]])
  state$last <- list()
  "ok"
}

operation <- function(words) {
  switch(paste(words[[1]], words[[2]]),
    "1 Y" = function(x) list(funique(x, sort = TRUE)),
    "0 Y" = function(x) list(funique(x)),
    "0 YIVC" = function(x) {
      groups <- group(x, starts = TRUE, group.sizes = TRUE)
      list(x[attr(groups, "starts")], attr(groups, "starts"), groups, attr(groups, "group.sizes"))
    },
    NULL)
}

offers <- function(words) {
  if (is.null(operation(words))) return("unsupported collapse has no call for that")
  if (words[[2]] == "Y") "whole" else "less 32-bit numbers from 1"
}

nanoseconds <- function() as.numeric(Sys.time()) * 1e9

time_calls <- function(words) {
  call <- operation(words)
  x <- state$x
  begin <- nanoseconds()
  for (i in seq_len(as.integer(words[[3]]))) found <- call(x)
  elapsed <- nanoseconds() - begin
  state$last[[paste(words[[1]], words[[2]])]] <- found
  format(max(1, round(elapsed)), scientific = FALSE, digits = 20)
}

# int64 from a file; what is above 2^31 does not occur in places and counts of these inputs.
read_int64 <- function(path) {
  words <- readBin(path, "integer", n = file.size(path) / 4, size = 4L)
  words[c(TRUE, FALSE)]
}

check <- function(words) {
  found <- state$last[[paste(words[[1]], words[[2]])]]
  letters <- strsplit(words[[2]], "")[[1]]
  names <- c(Y = "Y", I = "indices", V = "inverse_indices", C = "counts")
  for (i in seq_along(letters)) {
    path <- paste0(words[[3]], ".", names[[letters[[i]]]])
    if (letters[[i]] == "Y") {
      size <- if (is.double(state$x)) 8L else 4L
      want <- readBin(path, typeof(state$x), n = file.size(path) / size, size = size)
    } else {
      want <- read_int64(path) + (letters[[i]] != "C")
    }
    have <- as.vector(found[[i]])
    attributes(have) <- NULL
    if (length(have) != length(want)) return(sprintf("wrong %s has %d elements, not %d", names[[letters[[i]]]], length(have), length(want)))
    differs <- which(have != want)
    if (length(differs) > 0) return(sprintf("wrong %s[%d]", names[[letters[[i]]]], differs[[1]] - 1L))
  }
  "right"
}

resident <- function(name) {
  line <- grep(paste0("^", name, ":"), readLines("/proc/self/status"), value = TRUE)
  as.numeric(gsub("[^0-9]", "", line)) * 1024
}

memory <- function(words) {
  call <- operation(words)
  invisible(gc())
  cat("5", file = "/proc/self/clear_refs")
  before <- resident("VmRSS")
  begin <- nanoseconds()
  found <- call(state$x)
  sprintf("%.0f %.0f", nanoseconds() - begin, resident("VmHWM") - before)
}

commands <- list(load = load_file, offers = offers, time = time_calls, check = check, memory = memory)
cat("collapse ", as.character(packageVersion("collapse")), "\n", sep = "")
flush(stdout())
input <- file("stdin", open = "r")
while (length(line <- readLines(input, n = 1)) > 0) {
  words <- as.list(strsplit(line, " ")[[1]])
  answer <- tryCatch(commands[[words[[1]]]](words[-1]), error = function(e) paste("unsupported", gsub("\n", " ", conditionMessage(e))))
  cat(answer, "\n", sep = "")
  flush(stdout())
}
