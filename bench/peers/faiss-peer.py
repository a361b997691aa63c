"""Searches vectors with FAISS. Requests are lines of JSON on the standard input, see serve.mjs."""

import json
import os
import sys
import time

import faiss
import numpy

faiss.omp_set_num_threads(1)
INNER_PRODUCT = faiss.METRIC_INNER_PRODUCT
PROBES = [1, 2, 3, 4, 6, 8, 12, 16, 20, 24, 32, 48, 64, 96, 128, 192, 256]
REFINE = [1, 2, 3, 4, 6, 8, 10, 12, 14, 16, 20, 24, 30, 40, 60, 80]
ROWS_AT_ONCE = 1 << 15

indexes = {}
queries = None


def timed(work):
    started, cpu = time.perf_counter(), time.process_time()
    work()
    return {"seconds": time.perf_counter() - started, "cpuSeconds": time.process_time() - cpu}


def trained(corpus, dimensions, lists, parts, sample):
    """An inverted file with product quantization, trained as FAISS does it or on a sample as large as Cubo's."""
    quantizer = faiss.IndexFlatIP(dimensions)
    index = faiss.IndexIVFPQ(quantizer, dimensions, lists, parts, 8, INNER_PRODUCT)
    # Python frees the quantizer with the index only if the index knows that it owns it.
    quantizer.this.disown()
    index.own_fields = True
    rows = corpus
    if sample is not None:
        chosen = numpy.random.default_rng(1).choice(len(corpus), size=min(len(corpus), sample["coarse"]), replace=False)
        rows = numpy.ascontiguousarray(corpus[numpy.sort(chosen)])
        index.pq.cp.max_points_per_centroid = max(1, sample["product"] // 256)
    index.train(rows)
    return index


def build(variant, corpus, queries, vectors, dimensions, lists, parts, sample=None, **_):
    """`default` and `sampled`, which differ in how much they are trained on, and `refined`: one of them with vectors to rescore from."""
    load_queries(queries, dimensions)
    rows = numpy.fromfile(corpus, dtype="float32", count=vectors * dimensions).reshape(-1, dimensions)
    if variant == "refined":
        base = indexes["default"] if "default" in indexes else indexes["sampled"]
        indexes[variant] = faiss.IndexRefineFlat(base, faiss.swig_ptr(rows))
        indexes[variant].base = base
        return {"seconds": 0, "cpuSeconds": 0, "rows": [[{"probes": probes, "refine": refine} for probes in PROBES] for refine in REFINE]}

    def work():
        index = trained(rows, dimensions, lists, parts, sample)
        for first in range(0, vectors, ROWS_AT_ONCE):
            index.add(rows[first : first + ROWS_AT_ONCE])
        indexes[variant] = index

    return {**timed(work), "rows": [], "fastAlgebra": has_fast_algebra()}


def open_file(path, variant, queries, dimensions):
    """Opens an index file, read into memory as a whole."""
    load_queries(queries, dimensions)
    index = faiss.read_index(path)
    indexes[variant] = index
    return {"vectors": index.ntotal, "lists": index.nlist, "parts": index.pq.M}


def has_fast_algebra():
    with open("/proc/self/maps") as maps:
        return any(name in line.lower() for line in maps for name in ("openblas", "mkl", "blis", "atlas"))


def load_queries(path, dimensions):
    global queries
    queries = numpy.fromfile(path, dtype="float32").reshape(-1, dimensions)


def search(variant, settings, limit, count=None, **_):
    index = indexes[variant]
    wanted = limit
    if variant == "refined":
        index.base.nprobe = settings["probes"]
        index.k_factor = settings["refine"]
    else:
        index.nprobe = settings["probes"]
        wanted = settings.get("candidates", limit)
    milliseconds, found = [], []
    cpu = time.process_time()
    for i in range(len(queries) if count is None else min(count, len(queries))):
        query = queries[i : i + 1]
        started = time.perf_counter()
        _, ids = index.search(query, wanted)
        milliseconds.append((time.perf_counter() - started) * 1000)
        found.append(ids[0, :limit])
    cpu = (time.process_time() - cpu) * 1000
    return {"milliseconds": milliseconds, "cpuMilliseconds": cpu, "ids": [ids[ids >= 0].tolist() for ids in found]}


COMMANDS = {"build": build, "open": open_file, "search": search}

# FAISS itself writes messages to standard output.
output = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
for line in sys.stdin:
    request = json.loads(line)
    try:
        answer = {"id": request["id"], "result": COMMANDS[request["command"]](**request["parameters"])}
    except Exception as error:
        answer = {"id": request["id"], "error": "%s: %s" % (type(error).__name__, error)}
    output.write("\n@answer %s\n" % json.dumps(answer))
    output.flush()
