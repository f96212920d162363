import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Java's maps as people group equal values with them: a LinkedHashMap for the order of first occurrence, a TreeMap for
 * the sorted one, from each value (boxed: equals, hashCode and compareTo are those of Float, String, ..) to its positions.
 *
 * <p>The mapping: along an axis a key is a subtensor, as a List. A List is not Comparable, so sorted=1 with an axis is
 * unsupported, and so are the unsigned types, which Java has not.
 */
final class JavaCollections {
  private static final List<String> TYPES = List.of("bool", "int8", "int16", "int32", "int64", "float", "double", "string");

  private static Object get(UniqueOracle.Tensor x, int i) {
    return switch (x.dtype()) {
      case "bool" -> x.data().get(i) != 0;
      case "int8" -> x.data().get(i);
      case "int16" -> x.data().getShort(2 * i);
      case "int32" -> x.data().getInt(4 * i);
      case "int64" -> x.data().getLong(8 * i);
      case "float" -> x.data().getFloat(4 * i);
      case "double" -> x.data().getDouble(8 * i);
      default -> x.strings()[i];
    };
  }

  private static void put(UniqueOracle.Tensor y, int i, Object value) {
    switch (y.dtype()) {
      case "bool" -> y.data().put(i, (byte) ((Boolean) value ? 1 : 0));
      case "int8" -> y.data().put(i, (Byte) value);
      case "int16" -> y.data().putShort(2 * i, (Short) value);
      case "int32" -> y.data().putInt(4 * i, (Integer) value);
      case "int64" -> y.data().putLong(8 * i, (Long) value);
      case "float" -> y.data().putFloat(4 * i, (Float) value);
      case "double" -> y.data().putDouble(8 * i, (Double) value);
      default -> y.strings()[i] = (String) value;
    }
  }

  private static int product(long[] shape, int from, int to) {
    int product = 1;
    for (int d = from; d < to; d++) product *= (int) shape[d];
    return product;
  }

  private static Map<Object, List<Integer>> group(List<Object> keys, boolean sorted) {
    Map<Object, List<Integer>> groups = sorted ? new TreeMap<>() : new LinkedHashMap<>();
    for (int i = 0; i < keys.size(); i++) groups.computeIfAbsent(keys.get(i), key -> new ArrayList<>()).add(i);
    return groups;
  }

  private static UniqueOracle.Tensor like(UniqueOracle.Tensor x, long[] shape) {
    int count = product(shape, 0, shape.length);
    if (x.strings() != null) return new UniqueOracle.Tensor(x.dtype(), shape, null, new String[count]);
    ByteBuffer room = UniqueOracle.room(count * UniqueOracle.sizeOf(x.dtype()));
    return new UniqueOracle.Tensor(x.dtype(), shape, room, null);
  }

  private static Map<String, UniqueOracle.Tensor> run(UniqueOracle.Question question) {
    UniqueOracle.Tensor x = question.x();
    boolean flat = question.axis() == null;
    if (question.sorted() != 0 && question.sorted() != 1) throw new IllegalArgumentException("sorted=" + question.sorted());
    if (question.sorted() == 1 && !flat) throw new UniqueOracle.Unsupported("java.util.List is not Comparable");
    long[] shape = flat ? new long[] {product(x.shape(), 0, x.shape().length)} : x.shape().clone();
    int rank = shape.length;
    long asked = flat ? 0 : question.axis();
    if (asked < -rank || asked >= rank) throw new IllegalArgumentException("axis " + asked + " of rank " + rank);
    int axis = (int) (asked < 0 ? asked + rank : asked);
    int before = product(shape, 0, axis), along = (int) shape[axis], behind = product(shape, axis + 1, rank);

    List<Object> keys = new ArrayList<>();
    for (int i = 0; i < along; i++) {
      List<Object> subtensor = new ArrayList<>();
      for (int b = 0; b < before; b++) for (int t = 0; t < behind; t++) subtensor.add(get(x, (b * along + i) * behind + t));
      keys.add(flat ? subtensor.get(0) : subtensor);
    }
    Map<Object, List<Integer>> groups = group(keys, question.sorted() == 1);

    shape[axis] = groups.size();
    UniqueOracle.Tensor y = like(x, shape);
    long[] first = new long[groups.size()], inverse = new long[along], counts = new long[groups.size()];
    int k = 0;
    for (Map.Entry<Object, List<Integer>> entry : groups.entrySet()) {
      List<?> values = flat ? List.of(entry.getKey()) : (List<?>) entry.getKey();
      for (int b = 0; b < before; b++)
        for (int t = 0; t < behind; t++) put(y, (b * groups.size() + k) * behind + t, values.get(b * behind + t));
      first[k] = entry.getValue().get(0);
      counts[k] = entry.getValue().size();
      for (int i : entry.getValue()) inverse[i] = k;
      k++;
    }
    Map<String, UniqueOracle.Tensor> outputs = new LinkedHashMap<>(Map.of("Y", y, "indices", UniqueOracle.positions(first),
        "inverse_indices", UniqueOracle.positions(inverse), "counts", UniqueOracle.positions(counts)));
    outputs.keySet().retainAll(question.outputs());
    return outputs;
  }

  public static void main(String[] arguments) throws Exception {
    UniqueOracle.serve("java-collections", System.getProperty("java.version"), TYPES, JavaCollections::run);
  }
}
