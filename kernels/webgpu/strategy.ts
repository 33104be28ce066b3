/**
 * The ways of a call, and from where on each is taken. `npm run bench:thresholds -- webgpu` times
 * both ways around each threshold on a software adapter, in the rows that are named here, and sets the
 * constants for that: nothing else may stand here. Those of GPUs were timed on an H100.
 */

/**
 * The threads of a workgroup: 32 to 256 are about as fast on a software adapter. Rows "threads in a
 * workgroup".
 */
export const WORKGROUP_SIZE = 64;

/**
 * A thread computes several values, at most so many: on a software adapter, single ones take twice as
 * long and more. Rows "values for a thread".
 */
export const MOST_PER_THREAD = 8;

/**
 * The threads that remain where one computes several values. A GPU wants its thousands; on a software
 * adapter fewer take 0.85 of the time, and twice as many 1.3. Rows "threads that are enough".
 */
export const ENOUGH_THREADS = 2 ** 13;

/**
 * Up to this many sites are combined in order without a sort, in 0.7 of its time. Of 256 both take as
 * long. Rows "combined without a sort".
 */
export const FEW = 64;

/**
 * Up to this many pairs of an output and a site, each output looks at all sites: no copy is made. From
 * sites takes as long there, and a third of the time for 65,536 pairs. Rows "steps over".
 */
export const FEW_STEPS = 2 ** 13;

/**
 * Up to this many sites are sorted by counting, for each, those that come before it: in 0.5 to 0.8 of the
 * time of digits. Rows "sorted by ranks".
 */
export const RANKS_UP_TO = 256;

/**
 * The most threads of an unordered call on a GPU. All of those that want one place try at once, and one
 * succeeds: a million updates of one take an H100 33 ms, and 1.5 s by eight for each thread.
 */
export const MOST_CONTENDERS = 2 ** 14;

/**
 * Slices of so many values, four at a time, are combined in order even where no order is asked for:
 * atomics take up to 1.4 times as long as sorting and combining rows of 16. Rows "values in a row".
 */
export const SORTED_ROWS = 8;

/**
 * From this many sites on, fewer passes over them save more than more counts of digits take. Rows "sorted
 * by longer digits".
 */
export const MANY_SITES = 2 ** 17;

/**
 * The bits of a digit, of few sites and of many. Longer ones of few sites take 1.5 times as long; WGSL
 * has no room for longer ones of many. Rows "bits in a digit".
 */
export const FEW_BITS = 8;
export const MANY_BITS = 10;

/**
 * The most threads that sort few sites, and many, as far as none gets too many: all of their counts are
 * added up. Four times as many take 1.4 times as long, and more. Rows "threads that sort".
 */
export const FEW_COUNTERS = 128;
export const MANY_COUNTERS = 256;

/** The most threads that sort on a GPU: a million sites take an H100 0.8 ms, and 7 with 256. */
export const SORTING_THREADS_OF_GPU = 2 ** 13;

/**
 * The fewest sites of a thread that sorts. With 16, a sort takes 1.5 times as long. Rows "sites of a
 * thread that sorts".
 */
export const FEWEST_PER_COUNTER = 64;

/**
 * The most numbers that one thread adds up, or chunks. On a CPU few programs count: a sort with four
 * times as many takes 1.2 times as long by one thread as in chunks. Rows "added up by one thread".
 */
export const MOST_SUMMED = 4352;

/** A GPU takes 0.4 ms for a thread that adds up thousands, and 0.01 for a program. */
export const MOST_SUMMED_ON_GPU = 128;

/**
 * The length of a chunk, whose numbers one thread adds up; the shortest on a CPU. There a sort takes as
 * long with 64 and with 1,024. Rows "numbers in a chunk".
 */
export const CHUNK = 256;
export const CHUNK_ON_GPU = 64;

/**
 * From so many lines on, each is walked by a thread. On a software adapter sorting new indices takes
 * nearly three times as long and more, of 8 lines already; a GPU has few threads then. Rows "lines,
 * walked".
 */
export const FEWEST_LINES = 32;

/**
 * The longest lines that are walked where no order is asked for, as each step waits for the one before.
 * On a software adapter atomics take twice as long for all lines. Rows "sites in a line, unordered".
 */
export const SHORT_LINE = 512;

/**
 * The fewest and the most sites of a block. With 8 those of 65,536 take 1.4 times as long; of 2 million
 * 32 to 256 are about as fast. Rows "sites in a block".
 */
export const FEWEST_PER_BLOCK = 32;
export const MOST_PER_BLOCK = 128;

/**
 * The blocks from which on each has more sites. On a software adapter 1,024 to 65,536 are about as fast.
 * Rows "blocks that are enough".
 */
export const ENOUGH_BLOCKS = 2 ** 13;

/**
 * The updates that a thread reads before it combines them: each read takes long. One by one they take
 * 1.15 times as long on a software adapter, and by eight 1.3 times. Rows "updates, read ahead".
 */
export const READ_AHEAD = 4;

/**
 * The sites of a piece. Longer runs into one slice are cut into pieces of this length, counted from
 * the run's first site, and the results of pieces are combined in order. It is part of what users are
 * told: another length makes other bits, though 256 to 16,384 are about as fast. Rows "updates in a piece".
 *
 * No loop has many more steps, for a GPU's watchdog ends long ones, and Firefox those of more than
 * 65,535, silently. The longest, of a thread that adds up numbers, has MOST_SUMMED.
 */
export const PIECE = 4096;

/**
 * The most orders that are kept: a call with 20 in turn finds none of them, and takes six times as long.
 * Rows "orders kept".
 */
export const MOST_KEPT_ORDERS = 16;

/**
 * The most bytes of them all: 16 million sites' worth. Calls that sort take two to four times as long as
 * those with a kept order. Rows "in a kept order".
 */
export const MOST_KEPT_BYTES = 2 ** 27;
