import { OptionDefaults } from 'typedoc';

import { MODULES } from './scripts/entries.mjs';

/** @type {import('typedoc').TypeDocOptions} */
export default {
  name: 'tfjs-gather-scatter',
  entryPoints: Object.values(MODULES).map((module) => `${module}.ts`),
  tsconfig: 'tsconfig.json',
  plugin: ['./scripts/typedoc_plugin.mjs'],
  out: 'build/site/api',
  readme: 'README.md',
  highlightLanguages: [...OptionDefaults.highlightLanguages, 'python'],
  projectDocuments: [
    'docs/!(ARCHITECTURE).md',
    'docs/recipes/*.md',
    'bench/RESULTS.md',
    'CHANGELOG.md',
  ],
  includeVersion: true,
  excludeExternals: true,
  disableSources: true,
  disableGit: true,
  sortEntryPoints: false,
  treatWarningsAsErrors: true,
  treatValidationWarningsAsErrors: true,
  validation: {
    notExported: true,
    invalidLink: true,
    invalidPath: true,
    rewrittenLink: true,
    notDocumented: true,
    unusedMergeModuleWith: true,
  },
  intentionallyNotDocumented: [
    'tfjs-gather-scatter.CheckIndicesOptions.__type.axis',
    'tfjs-gather-scatter.CheckIndicesOptions.__type.batchDims',
  ],
};
