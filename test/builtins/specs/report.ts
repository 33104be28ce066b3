/** The results of tfjs' specs. */

export interface SpecResult {
  name: string;
  status: string;
  failures: string[];
}

export interface Report {
  overallStatus: string;
  specs: SpecResult[];
  /** How often the package's scatter kernel ran. */
  scatters: number;
}
