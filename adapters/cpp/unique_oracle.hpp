/*
 * Plug-ins in C++ (docs/plug-in.md): UNIQUE_ORACLE_PLUGIN(Subject, "name", version) exports one for a class with
 *
 *   template <class Key> static groups<Key> unique(const std::vector<Key> &keys, bool sorted);
 *
 * Keys are the elements of X, or with an axis its subtensors as std::vector; bool is `unsigned char` (a std::vector<bool>
 * is none) and a string is std::string. What the standard library has no type for, float16, is unsupported, and so is
 * what `unique` throws `unsupported` for. The axis and sorted are tested here (ERR-01 to ERR-03), and the size of each
 * subtensor that comes back, since another one than X's has no place in Y; nothing else is.
 */
#ifndef UNIQUE_ORACLE_HPP
#define UNIQUE_ORACLE_HPP

#include <unique_oracle/plugin.h>

#include <complex>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

namespace unique_oracle {

struct unsupported {};

constexpr int broken_adapter = -1; /* no uo_status: what the subject gave cannot be written, and the gate says so */

template <class Key> struct groups { /* the distinct keys, and the three other outputs */
  std::vector<Key> values;
  std::vector<int64_t> first, inverse, counts;
};

/* The groups of keys in order of first occurrence, by a map from each key to its place, which is filled. */
template <class Key, class Places> groups<Key> by_first(const std::vector<Key> &keys, Places &places) {
  groups<Key> found;
  for (const Key &key : keys) {
    auto [entry, is_new] = places.emplace(key, static_cast<int64_t>(places.size()));
    if (is_new) {
      found.values.push_back(key);
      found.first.push_back(&key - keys.data());
      found.counts.push_back(0);
    }
    found.inverse.push_back(entry->second);
    found.counts[static_cast<size_t>(entry->second)]++;
  }
  return found;
}

struct split { /* sizes before, along and behind the axis */
  int64_t before = 1, along = 1, behind = 1;
  split(const uo_tensor *x, int64_t axis) {
    for (int32_t d = 0; d < x->rank; d++) (axis < 0 || d == axis ? along : d < axis ? before : behind) *= x->dims[d];
  }
  /* Element t of subtensor i, of `count` subtensors. */
  size_t place(int64_t i, int64_t t, int64_t count) const {
    return static_cast<size_t>((t / behind * count + i) * behind + t % behind);
  }
};

template <class T> T read(const void *data, size_t i) { return static_cast<const T *>(data)[i]; }
template <> inline std::string read(const void *data, size_t i) {
  const uo_bytes &bytes = static_cast<const uo_bytes *>(data)[i];
  return bytes.size == 0 ? std::string() : std::string(bytes.data, bytes.size);
}

template <class T> void write(uo_sink *, void *room, size_t i, const T &value) { static_cast<T *>(room)[i] = value; }
template <> inline void write(uo_sink *sink, void *, size_t i, const std::string &value) {
  (void)sink->put_string(sink, static_cast<int64_t>(i), value.data(), value.size());
}

inline bool give(uo_sink *sink, int output, const std::vector<int64_t> &values) {
  if ((sink->wanted & 1u << output) == 0) return true;
  int64_t count = static_cast<int64_t>(values.size());
  void *room = sink->allocate(sink, output, UO_TYPE_INT64, 1, &count);
  if (room != nullptr && count > 0) std::memcpy(room, values.data(), values.size() * sizeof values[0]);
  return room != nullptr;
}

template <class Key> int give_positions(uo_sink *sink, const groups<Key> &found) {
  bool given = give(sink, UO_INDICES, found.first) && give(sink, UO_INVERSE_INDICES, found.inverse) &&
               give(sink, UO_COUNTS, found.counts);
  return given ? UO_OK : UO_FAILED;
}

template <class Subject, class T> int flat(const uo_tensor *x, bool sorted, uo_sink *sink) {
  std::vector<T> keys;
  for (size_t i = 0; i < static_cast<size_t>(split(x, -1).along); i++) keys.push_back(read<T>(x->data, i));
  groups<T> found = Subject::unique(keys, sorted);
  int64_t count = static_cast<int64_t>(found.values.size());
  void *room = sink->allocate(sink, UO_Y, x->dtype, 1, &count);
  if (room == nullptr) return UO_FAILED;
  for (size_t k = 0; k < found.values.size(); k++) write<T>(sink, room, k, found.values[k]);
  return give_positions(sink, found);
}

template <class Subject, class T> int along_axis(const uo_tensor *x, int64_t axis, bool sorted, uo_sink *sink) {
  split s(x, axis);
  std::vector<std::vector<T>> keys(static_cast<size_t>(s.along));
  for (int64_t i = 0; i < s.along; i++)
    for (int64_t t = 0; t < s.before * s.behind; t++)
      keys[static_cast<size_t>(i)].push_back(read<T>(x->data, s.place(i, t, s.along)));
  groups<std::vector<T>> found = Subject::unique(keys, sorted);
  size_t size = static_cast<size_t>(s.before * s.behind);
  for (const std::vector<T> &value : found.values)
    if (value.size() != size) return broken_adapter;
  int64_t count = static_cast<int64_t>(found.values.size());
  std::vector<int64_t> dims(x->dims, x->dims + x->rank);
  dims[static_cast<size_t>(axis)] = count;
  void *room = sink->allocate(sink, UO_Y, x->dtype, x->rank, dims.data());
  if (room == nullptr) return UO_FAILED;
  for (int64_t k = 0; k < count; k++)
    for (int64_t t = 0; t < s.before * s.behind; t++)
      write<T>(sink, room, s.place(k, t, count), found.values[static_cast<size_t>(k)][static_cast<size_t>(t)]);
  return give_positions(sink, found);
}

template <class Subject, class T> int typed(const uo_tensor *x, const uo_attributes *node, uo_sink *sink) {
  int64_t axis = node->axis < 0 ? node->axis + x->rank : node->axis;
  if (node->sorted != 0 && node->sorted != 1) return UO_REJECTED;
  if (node->has_axis == 0) return flat<Subject, T>(x, node->sorted == 1, sink);
  if (axis < 0 || axis >= x->rank) return UO_REJECTED;
  return along_axis<Subject, T>(x, axis, node->sorted == 1, sink);
}

template <class Subject> int by_type(const uo_tensor *x, const uo_attributes *node, uo_sink *sink) {
  switch (x->dtype) {
    case UO_TYPE_BOOL: return typed<Subject, unsigned char>(x, node, sink);
    case UO_TYPE_INT8: return typed<Subject, int8_t>(x, node, sink);
    case UO_TYPE_INT16: return typed<Subject, int16_t>(x, node, sink);
    case UO_TYPE_INT32: return typed<Subject, int32_t>(x, node, sink);
    case UO_TYPE_INT64: return typed<Subject, int64_t>(x, node, sink);
    case UO_TYPE_UINT8: return typed<Subject, uint8_t>(x, node, sink);
    case UO_TYPE_UINT16: return typed<Subject, uint16_t>(x, node, sink);
    case UO_TYPE_UINT32: return typed<Subject, uint32_t>(x, node, sink);
    case UO_TYPE_UINT64: return typed<Subject, uint64_t>(x, node, sink);
    case UO_TYPE_FLOAT: return typed<Subject, float>(x, node, sink);
    case UO_TYPE_DOUBLE: return typed<Subject, double>(x, node, sink);
    case UO_TYPE_STRING: return typed<Subject, std::string>(x, node, sink);
    default: return UO_UNSUPPORTED; /* float16; std::complex has neither an order nor a hash */
  }
}

template <class Subject> int answer(const uo_tensor *x, const uo_attributes *node, uo_sink *sink) {
  try {
    return by_type<Subject>(x, node, sink);
  } catch (const unsupported &) {
    return UO_UNSUPPORTED;
  } catch (...) {
    return UO_FAILED;
  }
}

} // namespace unique_oracle

#define UNIQUE_ORACLE_TEXT_OF(text) #text
#define UNIQUE_ORACLE_TEXT(macro)   UNIQUE_ORACLE_TEXT_OF(macro)
/* The version of a part of the standard library: there is no better name for it. */
#if defined(_LIBCPP_VERSION)
#define UNIQUE_ORACLE_LIBRARY "libc++ " UNIQUE_ORACLE_TEXT(_LIBCPP_VERSION)
#else
#define UNIQUE_ORACLE_LIBRARY "libstdc++ " UNIQUE_ORACLE_TEXT(_GLIBCXX_RELEASE)
#endif

#define UNIQUE_ORACLE_PLUGIN(Subject, name, version)                                                                   \
  static const uo_plugin plugin = {UO_PLUGIN_ABI, name, version, unique_oracle::answer<Subject>};                      \
  extern "C" const uo_plugin *uo_plugin_entry(void) { return &plugin; }

#endif
