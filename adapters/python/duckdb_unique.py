"""DuckDB: GROUP BY gives Y, min(place) gives indices, count(*) gives counts, dense_rank() less one gives inverse_indices.

Sorted is ORDER BY the value, sorted=0 is ORDER BY the first place. X is a column of a table that Arrow hands over: it is
flattened before, and there is no axis. There is no inverse in order of first occurrence.
"""

import duckdb
import pyarrow
from adapter import DTYPES, Unsupported, serve, texts

dtypes = [dtype for dtype in DTYPES if dtype != "float16" and not dtype.startswith("complex")]
connection = duckdb.connect(config={"threads": 1})


def unique(case):
    if case.axis is not None:
        raise Unsupported("a column has no axis")
    if case.sorted not in (0, 1):
        raise Unsupported(f"there is no order for sorted={case.sorted}")
    if case.sorted == 0 and "inverse_indices" in case.outputs:
        raise Unsupported("dense_rank() is by the order of the values")
    flat = case.x.reshape(-1)
    column = pyarrow.array(texts(flat).tolist(), pyarrow.string()) if case.dtype == "string" else pyarrow.array(flat)
    connection.register("x", pyarrow.table({"value": column, "place": pyarrow.array(range(len(column)), pyarrow.int64())}))
    order = "value" if case.sorted == 1 else "indices"
    found = connection.sql(f"SELECT value AS Y, min(place) AS indices, count(*) AS counts FROM x GROUP BY value ORDER BY {order}")
    outputs = {name: array.to_numpy() for name, array in zip(found.columns, found.to_arrow_table().itercolumns())}
    if "inverse_indices" in case.outputs:
        ranked = connection.sql("SELECT dense_rank() OVER (ORDER BY value) - 1 AS inverse FROM x ORDER BY place")
        outputs["inverse_indices"] = ranked.to_arrow_table()["inverse"].to_numpy()
    return {name: outputs[name] for name in case.outputs}


serve("DuckDB", duckdb.__version__, dtypes, unique)
