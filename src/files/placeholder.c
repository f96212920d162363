typedef int uo_placeholder; /* removed by the first real file of this room */
