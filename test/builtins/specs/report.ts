/** The outcome of a run of tfjs' specs. */

export interface SpecResult {
  name: string;
  status: string;
  failures: string[];
}

export interface Report {
  overallStatus: string;
  specs: SpecResult[];
  /** The number of runs of the package's scatter kernel. */
  scatters: number;
}
