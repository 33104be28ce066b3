import js from '@eslint/js';
import tseslint from 'typescript-eslint';

import { importRules } from './eslint.imports.js';

export default tseslint.config(
  { ignores: ['dist/', 'build/', 'test/package/consumer/', 'kernels/wasm/assembly/'] },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      // Includes every file as source; demo/tsconfig.json would need a build.
      parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      // Editors show no parameter comments for a function type.
      '@typescript-eslint/prefer-function-type': 'off',
    },
  },
  ...importRules,
  {
    files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
    ...tseslint.configs.disableTypeChecked,
  },
  {
    files: ['**/*.mjs'],
    languageOptions: {
      globals: {
        console: 'readonly',
        navigator: 'readonly',
        performance: 'readonly',
        process: 'readonly',
        TextEncoder: 'readonly',
        URL: 'readonly',
      },
    },
  },
  {
    files: ['**/*.cjs'],
    languageOptions: { globals: { module: 'writable' } },
  },
);
