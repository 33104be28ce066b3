/**
 * Zachary's karate club: friendships outside the club, and the side that each member took when it
 * split in two. Source: W. W. Zachary, "An Information Flow Model for Conflict and Fission in Small
 * Groups", Journal of Anthropological Research 33, 1977. Members are numbered from 0 here, one less
 * than in the paper.
 */

import type { Graph } from './graph.js';
import type { Labels } from './graph_network.js';

export const MEMBER_COUNT = 34;

/** The two members whose conflict split the club. Their sides are given. */
export const INSTRUCTOR = 0;
export const OFFICER = 33;

/** The members from 2 to 34, each with friends among the members before; numbered as in the paper. */
const EARLIER_FRIENDS =
  '2: 1, 3: 1 2, 4: 1 2 3, 5: 1, 6: 1, 7: 1 5 6, 8: 1 2 3 4, 9: 1 3, 10: 3, 11: 1 5 6, 12: 1, ' +
  '13: 1 4, 14: 1 2 3 4, 17: 6 7, 18: 1 2, 20: 1 2, 22: 1 2, 26: 24 25, 28: 3 24 25, 29: 3, ' +
  '30: 24 27, 31: 2 9, 32: 1 25 26 29, 33: 3 9 15 16 19 21 23 24 30 31 32, ' +
  '34: 9 10 14 15 16 19 20 21 23 24 27 28 29 30 31 32 33';

/** The friendships, once each. */
export const FRIENDSHIPS = EARLIER_FRIENDS.split(', ').flatMap((row) => {
  const [member, ...friends] = row.match(/\d+/g) ?? [];
  return friends.map((friend) => [Number(friend) - 1, Number(member) - 1] as const);
});

/** Members who followed the instructor; numbered from 1, as in the paper. */
const INSTRUCTORS_SIDE = [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 17, 18, 20, 22];

/** The side of every member: 0 is the instructor's, 1 the officer's. */
export const SIDES: readonly number[] = Array.from({ length: MEMBER_COUNT }, (_, member) =>
  INSTRUCTORS_SIDE.includes(member + 1) ? 0 : 1,
);

export const KARATE_CLUB: Graph = {
  nodeCount: MEMBER_COUNT,
  ends: Int32Array.from(FRIENDSHIPS.flat()),
};
export const KNOWN_SIDES: Labels = {
  nodes: [INSTRUCTOR, OFFICER],
  classes: [SIDES[INSTRUCTOR], SIDES[OFFICER]],
};
