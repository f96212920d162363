def unique(x, axis, sorted, outputs):
    import duckdb
    import pyarrow

    x = x.reshape(-1)
    table = pyarrow.table({"value": pyarrow.array(x), "place": pyarrow.array(range(len(x)), pyarrow.int64())})
    query = "SELECT value AS Y, min(place) AS indices, count(*) AS counts FROM 'table' GROUP BY value ORDER BY "
    found = duckdb.sql(query + ("value" if sorted else "indices")).to_arrow_table()
    inverse = duckdb.sql("SELECT dense_rank() OVER (ORDER BY value) - 1 AS inverse FROM 'table' ORDER BY place").to_arrow_table()
    columns = {name: found[name] for name in found.column_names}
    columns["inverse_indices"] = inverse["inverse"]
    return {name: columns[name].to_numpy() for name in outputs}
