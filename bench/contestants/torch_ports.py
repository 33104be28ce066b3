"""The models of ports_on.mjs with PyTorch on one thread; prints their losses and times as JSON."""
import json
import sys

import numpy as np
import torch
import torch.nn.functional as F
from time_steps import time_steps

seconds, sizes = map(json.loads, sys.argv[1:])
FIRST_STEPS = 5
torch.set_num_threads(1)


def numbers(shape, seed):
    def mix(bits):
        return (bits ^ (bits >> np.uint32(16))) * np.uint32(0x45D9F3B)

    bits = mix(mix(np.arange(np.prod(shape), dtype=np.uint32) + np.uint32(7919 * seed)))
    bits = bits ^ (bits >> np.uint32(16))
    return torch.from_numpy((bits / 2**32).astype(np.float32).reshape(shape))


def tensor(shape, seed, scale=1.0):
    return (numbers(shape, seed) - 0.5) * (2 * scale)


def variable(shape, seed, scale):
    return tensor(shape, seed, scale).requires_grad_()


def integers(shape, seed, below):
    return (numbers(shape, seed) * below).long()


def mixture(tokens, features, hidden, experts, capacity):
    x, wanted = tensor([tokens, features], 1), tensor([tokens, features], 2)
    router = variable([features, experts], 3, 0.3)
    first = variable([experts, features, hidden], 4, 0.1)
    second = variable([experts, hidden, features], 5, 0.1)
    rows = torch.arange(tokens).repeat_interleave(2)

    def loss():
        probs = F.softmax(x @ router, 1)
        gates, best = probs.topk(2)
        chosen = best.flatten()
        counts = F.one_hot(chosen, experts)
        slots = (counts.cumsum(0) - 1).gather(1, chosen[:, None]).squeeze(1)
        kept = (slots < capacity).nonzero().squeeze(1)
        places = chosen[kept] * capacity + slots[kept]
        buffers = torch.zeros(experts * capacity, features).index_copy(0, places, x[rows[kept]])
        buffers = buffers.view(experts, capacity, features)
        results = torch.bmm(F.relu(torch.bmm(buffers, first)), second)
        results = results.view(experts * capacity, features)
        y = torch.zeros(2 * tokens, features).index_copy(0, kept, results[places])
        y = (y.view(tokens, 2, features) * gates[:, :, None]).sum(1)
        shares = counts.sum(0) / chosen.numel()
        return ((y - wanted) ** 2).mean() + (shares * probs.mean(0)).sum()

    return loss, [router, first, second]


def crf(sentences, words, features, tags):
    x = tensor([sentences, words, features], 1)
    wanted = integers([sentences, words], 2, tags)
    lengths = integers([sentences, 1], 3, words / 2) + words // 2
    mask = torch.arange(words) < lengths
    kernel = variable([features, tags], 4, 0.3)
    transitions = variable([tags, tags], 5, 0.1)

    def loss():
        emissions = x @ kernel
        moves = transitions[wanted[:, :-1], wanted[:, 1:]] * mask[:, 1:]
        picked = emissions.gather(2, wanted[:, :, None]).squeeze(2) * mask
        score = picked.sum() + moves.sum()
        sums = emissions[:, 0]
        for t in range(1, words):
            following = torch.logsumexp(sums[:, :, None] + transitions, 1) + emissions[:, t]
            sums = torch.where(mask[:, t : t + 1], following, sums)
        return (torch.logsumexp(sums, 1).sum() - score) / sentences

    return loss, [kernel, transitions]


def particles(particles, side, steps):
    def to_grid(seed):
        return tensor([particles, 2], seed, side / 4) + side / 2

    start, wanted, velocities = to_grid(1), to_grid(2), variable([particles, 2], 3, 0.1)
    corners = torch.tensor([[0.0, 0], [0, 1], [1, 0], [1, 1]])
    signs = corners * 2 - 1
    size = side * side

    def step(x, v):
        places = x.floor()[:, None] + corners
        shares = (x[:, None] - places) * signs + 1
        weights = (shares[:, :, 0] * shares[:, :, 1]).flatten()
        cells = (places[:, :, 0] * side + places[:, :, 1]).long().flatten()
        masses = torch.zeros(size).index_add(0, cells, weights).clamp_min(1e-6)
        spread = weights[:, None] * v.repeat_interleave(4, 0)
        grid = torch.zeros(size, 2).index_add(0, cells, spread) / masses[:, None]
        moved = (weights[:, None] * grid[cells]).view(-1, 4, 2).sum(1)
        return (x + moved).clamp(1, side - 2), moved

    def loss():
        x, v = start, velocities
        for _ in range(steps):
            x, v = step(x, v)
        return ((x - wanted) ** 2).mean()

    return loss, [velocities]


results = {}
for name, model_of in {"mixture of experts": mixture, "CRF": crf, "particles": particles}.items():
    loss, variables = model_of(**sizes[name])
    optimizer = torch.optim.Adam(variables, lr=0.01)
    losses = []

    def step():
        optimizer.zero_grad()
        value = loss()
        value.backward()
        optimizer.step()
        losses.append(value.item())

    for _ in range(FIRST_STEPS):
        step()
    times = time_steps(step, seconds)
    results[name] = {
        "losses": losses[:FIRST_STEPS],
        "least": times[0],
        "median": times[len(times) // 2],
    }
print(json.dumps(results))
