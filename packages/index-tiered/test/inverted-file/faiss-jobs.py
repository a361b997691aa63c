"""Makes, searches and rewrites index files with FAISS. One job as JSON on standard input, its result on standard output."""

import json
import os
import sys

import faiss
import numpy

faiss.omp_set_num_threads(1)
INNER_PRODUCT = faiss.METRIC_INNER_PRODUCT


def points(count, dimensions, seed):
    return numpy.random.default_rng(seed).standard_normal((count, dimensions)).astype("float32")


def trained(dimensions, lists, parts, metric=INNER_PRODUCT, residual=True, quantizer=None, bits=8, kind=faiss.IndexIVFPQ):
    quantizer = quantizer or faiss.IndexFlatIP(dimensions)
    arguments = [quantizer, dimensions, lists, parts, bits] + ([8] if kind is faiss.IndexIVFPQR else []) + [metric]
    if kind is faiss.IndexIVFPQR:
        arguments = [quantizer, dimensions, lists, parts, bits, parts, bits]
    index = kind(*arguments)
    index.by_residual = residual
    index.train(points(400, dimensions, 1))
    # Python frees the quantizer with the index only if the index knows that it owns it.
    quantizer.this.disown()
    index.own_fields = True
    return index


def search(index, queries, probes, k):
    index.nprobe = probes
    scores, ids = index.search(numpy.array(queries, dtype="float32"), k)
    return {"probes": probes, "ids": ids.tolist(), "scores": scores.tolist()}


def job_make(directory):
    """Files that can be read, and what FAISS finds in them."""
    result = []

    def add(name, index, vectors, probes, ids=None, remove=None, counted=None):
        if ids is None:
            index.add(vectors)
        else:
            index.add_with_ids(vectors, ids)
        if remove is not None:
            index.remove_ids(remove)
        path = os.path.join(directory, name)
        index.nprobe = 3
        faiss.write_index(index, path)
        queries = points(12, index.d, 77).tolist()
        searches = [search(index, queries, each, 10) for each in probes]
        lists = sum(index.invlists.list_size(i) for i in range(index.nlist))
        result.append({"name": name, "path": path, "queries": queries, "searches": searches,
                       "counted": index.ntotal, "vectors": lists, "lists": index.nlist, "residual": index.by_residual})

    add("residual", trained(16, 16, 4), points(2000, 16, 2), [1, 3, 16])
    add("not by residual", trained(16, 16, 4, residual=False), points(2000, 16, 2), [1, 3, 16])
    add("sparse", trained(12, 64, 3), points(20, 12, 2), [1, 9, 64])
    add("one list", trained(6, 1, 6), points(50, 6, 2), [1])
    add("no vectors", trained(6, 5, 2), points(0, 6, 2), [5])
    ids = numpy.random.default_rng(5).permutation(300).astype("int64") * (2**53 // 300)
    ids[7] = 2**53 - 1
    add("own ids", trained(8, 8, 8), points(300, 8, 2), [2, 8], ids=ids)
    add("removed ids", trained(8, 8, 4), points(300, 8, 2), [2, 8], remove=numpy.arange(0, 300, 3))
    bad = points(30, 8, 2)
    bad[4, 0] = numpy.nan
    add("a vector that is not a number", trained(8, 8, 4), bad, [8])
    return result


def job_foreign(directory):
    """Files that cannot be read."""
    result = []

    def add(name, index, vectors=None, ids=None):
        if vectors is not None and ids is None:
            index.add(vectors)
        elif vectors is not None:
            index.add_with_ids(vectors, ids)
        path = os.path.join(directory, name)
        faiss.write_index(index, path)
        result.append({"name": name, "path": path})

    d = 8
    some = points(40, d, 2)
    add("l2", trained(d, 4, 2, metric=faiss.METRIC_L2), some)
    add("l2 quantizer", trained(d, 4, 2, quantizer=faiss.IndexFlatL2(d)), some)
    add("hnsw quantizer", trained(d, 4, 2, quantizer=faiss.IndexHNSWFlat(d, 4, INNER_PRODUCT)), some)
    add("4 bits", trained(d, 4, 2, bits=4), some)
    add("6 bits", trained(d, 4, 2, bits=6), some)
    add("refined", trained(d, 4, 2, kind=faiss.IndexIVFPQR), some)
    for kind in (faiss.DirectMap.Array, faiss.DirectMap.Hashtable):
        mapped = trained(d, 4, 2)
        mapped.add(some)
        mapped.set_direct_map_type(kind)
        add("direct map %d" % kind, mapped)
    add("untrained", faiss.index_factory(d, "IVF4,PQ2x8", INNER_PRODUCT))
    # Not made by the factory, which also trains for polysemous codes: that takes a quarter of a minute.
    inner = trained(d, 4, 2)
    rotated = faiss.IndexPreTransform(inner)
    rotation = faiss.RandomRotationMatrix(d, d)
    rotation.init(1)
    rotated.prepend_transform(rotation)
    add("rotated", rotated, some)
    product = faiss.IndexPQ(d, 2, 8, INNER_PRODUCT)
    product.train(points(400, d, 1))
    add("PQ2x8", product, some)
    for description in ("IVF4,Flat", "IVF4,SQ8", "IVF4,PQ2x4fs", "Flat", "HNSW8", "IDMap,Flat"):
        index = faiss.index_factory(d, description, INNER_PRODUCT)
        index.train(points(400, d, 1))
        if description.startswith("IDMap"):
            add(description, index, some, numpy.arange(40))
        else:
            add(description, index, some)
    add("negative id", trained(d, 4, 2), some[:1], numpy.array([-1]))
    add("id beyond all", trained(d, 4, 2), some[:1], numpy.array([2**53]))
    disk = trained(d, 4, 2)
    on_disk = faiss.OnDiskInvertedLists(4, 2, os.path.join(directory, "lists"))
    disk.replace_invlists(on_disk)
    add("lists elsewhere", disk, some)
    none = trained(d, 4, 2)
    none.replace_invlists(None)
    add("no lists", none)
    return result


def job_search(path, queries, probes, k):
    """What FAISS finds in a file that it reads, and in one that it maps into memory."""
    result = []
    for flags in (0, faiss.IO_FLAG_MMAP):
        index = faiss.read_index(path, flags)
        result.append({"counted": index.ntotal, "probes": index.nprobe,
                       "searches": [search(index, queries, each, k) for each in probes]})
    return result


def job_rewrite(paths):
    for path in paths:
        faiss.write_index(faiss.read_index(path), path + ".rewritten")


def job_fixtures(directory):
    """The files of the folder fixtures."""
    for name, lists, count, residual in (("full", 4, 20, True), ("sparse", 9, 3, False)):
        index = trained(2, lists, 2, residual=residual)
        index.add_with_ids(points(count, 2, 2), numpy.arange(count, dtype="int64") * 1000 + 7)
        index.nprobe = 2
        faiss.write_index(index, os.path.join(directory, "faiss-1.7.3-%s.ivfpq" % name))


# FAISS itself writes messages to standard output.
output = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
job = json.load(sys.stdin)
json.dump(globals()["job_" + job.pop("job")](**job), output)
output.close()
