/** The orders of sites that are kept on a GPU: which are found, which are freed, and at how many each step looks. */
import { KeptOrders, type Room } from '../../kernels/gpu/orders.js';
import { chance, int, pick } from '../support/random_values.js';
import { testRandomly } from '../support/seed.js';

interface Kept {
  name: string;
  room: Room;
}

/** Indices, and tfjs' record of them, whose looks are counted. */
function indicesOf(looks: { count: number }) {
  let isLive = true;
  const record = {
    get refCount() {
      looks.count++;
      return isLive ? 1 : 0;
    },
  };
  const free = () => {
    isLive = false;
  };
  return { indices: {}, record, free, isLive: () => isLive };
}

type Indices = ReturnType<typeof indicesOf>;

function ordersUpTo(most: Room) {
  const looks = { count: 0 };
  const freed: string[] = [];
  const orders = new KeptOrders<Kept>(most, ({ name }) => freed.push(name));
  const keep = (of: readonly Indices[], key: string, room: Room, name = key) => {
    const objects = of.map(({ indices }) => indices);
    orders.keep(
      { name, room },
      room,
      key,
      objects,
      of.map(({ record }) => record),
    );
  };
  const find = (of: readonly Indices[], key: string) =>
    orders.find(
      key,
      of.map(({ indices }) => indices),
    )?.name ?? null;
  return { orders, looks, freed, keep, find, made: () => indicesOf(looks) };
}

const ROOM: Room = { bytes: 4, objects: 2 };
const NO_BOUND: Room = { bytes: Infinity, objects: Infinity };

test('a thousand live ones are found, and new ones kept, without a look at all', () => {
  const { orders, looks, freed, keep, find, made } = ordersUpTo(NO_BOUND);
  const all = Array.from({ length: 1000 }, made);
  const deref = jest.spyOn(WeakRef.prototype, 'deref');
  for (const each of all) {
    looks.count = 0;
    keep([each], 'order', ROOM);
    expect(looks.count).toBeLessThanOrEqual(16);
  }
  looks.count = 0;
  deref.mockClear();
  for (const each of all) expect(find([each], 'order')).toBe('order');
  expect([looks.count, deref.mock.calls.length]).toEqual([0, 0]);
  deref.mockRestore();
  expect({ count: orders.count, bytes: orders.bytes, freed }).toEqual({
    count: 1000,
    bytes: 4000,
    freed: [],
  });
});

test.each([
  ['bytes', { bytes: 40, objects: Infinity }],
  ['objects', { bytes: Infinity, objects: 20 }],
])('the least recently used go beyond a number of %s', (_, most) => {
  const { orders, freed, keep, find, made } = ordersUpTo(most);
  const all = Array.from({ length: 11 }, made);
  const [first, second, third] = all;
  all.forEach((each, i) => {
    if (i === 10) find([first], '0');
    keep([each], String(i), ROOM);
  });
  expect([freed, orders.count]).toEqual([['1'], 10]);
  expect([find([first], '0'), find([second], '1'), find([third], '2')]).toEqual(['0', null, '2']);
});

test('those whose data is gone are freed in turn, before any other', () => {
  const { freed, keep, made } = ordersUpTo({ bytes: Infinity, objects: 200 });
  const all = Array.from({ length: 100 }, made);
  all.forEach((each, i) => {
    keep([each], String(i), ROOM);
  });
  for (const at of [0, 40, 99]) all[at].free();
  for (let n = 0; n < 7; n++) keep([made()], `new ${n}`, { bytes: 4, objects: 0 });
  expect(freed.sort()).toEqual(['0', '40', '99']);
});

testRandomly('histories of orders keep their bounds, and what they say', 40, (draw) => {
  const most = { bytes: int(draw, 20, 200), objects: int(draw, 5, 60) };
  const { orders, freed, keep, find, made } = ordersUpTo(most);
  const live: Indices[] = [made(), made(), made()];
  const kept = new Map<string, Room>();
  const numbers = new Map<Indices, number>();
  for (let step = 0; step < 120; step++) {
    if (chance(draw, 4)) live.push(made());
    if (chance(draw, 6) && live.length > 2) live.splice(int(draw, 0, live.length - 1), 1)[0].free();
    const of = Array.from({ length: int(draw, 1, 2) }, () => pick(draw, live));
    const key = pick(draw, ['a', 'b']);
    for (const each of of) numbers.set(each, numbers.get(each) ?? numbers.size);
    const name = `${key} of ${of.map((each) => numbers.get(each)).join()}`;
    const isKept = kept.has(name);
    expect(find(of, key)).toBe(isKept ? name : null);
    if (!isKept) {
      const room = { bytes: int(draw, 1, 30), objects: int(draw, 1, 8) };
      keep(of, key, room, name);
      kept.set(name, room);
    }
    for (const each of freed.splice(0)) expect(kept.delete(each)).toBe(true);
    const sum = (unit: keyof Room) =>
      [...kept.values()].reduce((total, room) => total + room[unit], 0);
    expect([orders.count, orders.bytes]).toEqual([kept.size, sum('bytes')]);
    if (kept.size > 1)
      expect([sum('bytes') <= most.bytes, sum('objects') <= most.objects]).toEqual([true, true]);
  }
  orders.dispose();
  expect([freed.sort(), orders.count, orders.bytes]).toEqual([[...kept.keys()].sort(), 0, 0]);
  return Promise.resolve();
});
