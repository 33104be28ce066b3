/** The parts of jasmine-core that are used here; its own types would conflict with jest's. */
declare module 'jasmine-core/lib/jasmine-core/jasmine.js' {
  interface SpecDone {
    fullName: string;
    status: string;
    failedExpectations: { message: string }[];
  }
  interface Env {
    configure(options: { random: boolean }): void;
    addReporter(reporter: { specDone(result: SpecDone): void }): void;
    execute(): Promise<object>;
  }
  const jasmineRequire: {
    core(required: typeof jasmineRequire): { getEnv(options: object): Env };
    interface(jasmine: object, env: Env): object;
  };
  export default jasmineRequire;
}
