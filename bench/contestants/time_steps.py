"""Times training steps."""
import time


def time_steps(step, seconds):
    """Runs a few steps that do not count, then steps for so many seconds, at least one; returns their times in ms, sorted."""
    for _ in range(3):
        step()
    times = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or not times:
        start = time.perf_counter()
        step()
        times.append(1000 * (time.perf_counter() - start))
    return sorted(times)
