"""The writes of in_place_on.mjs with PyTorch on one thread; prints the least times as JSON."""
import json
import sys
import time

import torch

seconds, sizes = map(json.loads, sys.argv[1:])
FEATURES = 64
torch.set_num_threads(1)
times = {}


def measure(name, call):
    warm_up = []
    end = time.perf_counter() + 0.2 * seconds
    while time.perf_counter() < end or not warm_up:
        start = time.perf_counter()
        call()
        warm_up.append(time.perf_counter() - start)
    count = max(1, int(0.0005 / min(warm_up)))
    samples = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or not samples:
        start = time.perf_counter()
        for _ in range(count):
            call()
        samples.append(1000 * (time.perf_counter() - start) / count)
    times[name] = min(samples)


@torch.no_grad()
def writes():
    batch, positions, features = sizes["cache"]
    cache = torch.zeros(batch, positions, features)
    step, place = torch.ones(batch, 1, features), torch.tensor([5])
    measure("cache", lambda: cache.index_copy_(1, place, step))
    buffer, row = torch.zeros(sizes["buffer"], 784), torch.ones(784)

    def write():
        buffer[7] = row

    measure("row", write)
    for sites, key in [(1024, "tables"), (16, "growth")]:
        for rows in sizes[key]:
            table, updates = torch.zeros(rows, FEATURES), torch.ones(sites, FEATURES)
            ids = torch.randint(0, rows, (sites,))
            measure(f"{sites} rows into {rows}", lambda: table.index_add_(0, ids, updates))
    for rows, width in sizes["small"]:
        table, update, id = torch.zeros(rows, width), torch.ones(1, width), torch.tensor([1])
        measure(f"small {rows} × {width}", lambda: table.index_copy_(0, id, update))


@torch.no_grad()
def decoder():
    layers, positions, features = (sizes["decoder"][key] for key in ["layers", "positions", "features"])
    kernels = [[0.1 * torch.randn(features, features) for _ in range(3)] for _ in range(layers)]
    caches = [[torch.zeros(1, positions, features) for _ in range(2)] for _ in range(layers)]
    position = 0

    def token():
        nonlocal position
        step = position % positions
        position += 1
        x = torch.ones(1, features)
        for (query, key, value), (keys, values) in zip(kernels, caches):
            keys[:, step] = x @ key
            values[:, step] = x @ value
            scores = (x @ query).unsqueeze(1) @ keys.mT
            scores[..., step + 1 :] = -torch.inf
            x = x + (scores.softmax(-1) @ values).squeeze(1)
        return x.sum().item()

    measure("decoder", token)


def embedding(name, optimizer, sparse):
    rows = sizes["embedding"]
    table = torch.nn.Embedding(rows, FEATURES, sparse=sparse)
    ids, wanted = torch.randint(0, rows, (512,)), torch.randn(512, FEATURES)
    optimizer = optimizer(table.parameters(), lr=0.01)

    def step():
        optimizer.zero_grad()
        value = ((table(ids) - wanted) ** 2).mean()
        value.backward()
        optimizer.step()
        return value.item()

    measure(f"embedding, {name}", step)
    if name == "sparseAdam":
        measure("update, sparseAdam", optimizer.step)


writes()
decoder()
embedding("sparseAdam", torch.optim.SparseAdam, True)
embedding("rows by SGD", torch.optim.SGD, True)
embedding("tf.train.adam", torch.optim.Adam, False)
print(json.dumps(times))
