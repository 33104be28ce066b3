"""The steps of steps_on.mjs with PyTorch and PyTorch Geometric on one thread; prints the medians as JSON."""
import json
import sys

import torch
import torch.nn.functional as F
from time_steps import time_steps
from torch_geometric.nn import GATConv, GCNConv
from torch_geometric.utils import to_torch_csr_tensor

seconds, sizes = map(json.loads, sys.argv[1:])
FEATURES, CLASSES = 64, 8
torch.set_num_threads(1)


def median_of(run):
    times = time_steps(run, seconds)
    return times[len(times) // 2]


def median_of_steps(optimizer, loss):
    def step():
        optimizer.zero_grad()
        value = loss()
        value.backward()
        optimizer.step()
        return value.item()

    return median_of(step)


class Net(torch.nn.Module):
    def __init__(self, layer, first, second):
        super().__init__()
        self.first = layer(FEATURES, FEATURES // first.get("heads", 1), **first)
        self.second = layer(FEATURES, CLASSES, **second)

    def forward(self, x, graph):
        return self.second(F.relu(self.first(x, graph)), graph)


def time_graph(name, nodes, edges):
    x = torch.randn(nodes, FEATURES)
    labels = torch.randint(0, CLASSES, (nodes,))
    graph = torch.randint(0, nodes, (2, edges))
    if name == "GAT":
        net = Net(GATConv, {"heads": 4}, {"heads": 1})
    else:
        net = Net(GCNConv, {"cached": True}, {"cached": True})
    if name == "GCN, CSR":
        graph = to_torch_csr_tensor(graph.flip(0), size=(nodes, nodes))
    optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
    return median_of_steps(optimizer, lambda: F.cross_entropy(net(x, graph), labels))


def time_dense(examples):
    net = torch.nn.Sequential(
        torch.nn.Linear(784, 256), torch.nn.ReLU(), torch.nn.Linear(256, CLASSES)
    )
    x = torch.randn(examples, 784)
    labels = torch.randint(0, CLASSES, (examples,))
    optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
    return median_of_steps(optimizer, lambda: F.cross_entropy(net(x), labels))


def time_embedding(optimizer, rows):
    table = torch.nn.Embedding(rows, FEATURES)
    ids = torch.randint(0, rows, (512,))
    wanted = torch.randn(512, FEATURES)
    return median_of_steps(
        optimizer(table.parameters(), lr=0.01),
        lambda: ((table(ids) - wanted) ** 2).mean(),
    )


times = {}
for name in ["GCN", "GCN, CSR", "GAT"]:
    for nodes, edges in sizes["graphs"]:
        times[f"{name} {edges}"] = time_graph(name, nodes, edges)
examples = sizes["examples"]
times[f"dense layers {examples}"] = time_dense(examples)
rows = sizes["rows"]
times[f"embedding, Adam {rows}"] = time_embedding(torch.optim.Adam, rows)
times[f"embedding, SGD {rows}"] = time_embedding(torch.optim.SGD, rows)
for length, count in sizes["gathers"]:
    x, ids = torch.randn(count, length), torch.randint(0, count, (count,))
    times[f"gather, rows of {length} {count}"] = median_of(lambda: torch.index_select(x, 0, ids))
print(json.dumps(times))
