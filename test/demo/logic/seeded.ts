/** Has Math.random give the same numbers in each test of a file. */
export function seedRandom(): void {
  beforeEach(() => {
    let state = 1;
    jest.spyOn(Math, 'random').mockImplementation(() => {
      state = (state * 16807) % 2147483647;
      return state / 2147483647;
    });
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });
}
