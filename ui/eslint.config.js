import js from '@eslint/js';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import hooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const domains = ['org', 'authority', 'packs', 'plays', 'ledger', 'tools', 'violations'];

/** Which folders of `src` a folder may import from, itself aside. */
const mayImport = {
  platform: ['generated'],
  client: ['generated', 'platform'],
  state: ['generated', 'platform', 'client'],
  shared: ['generated', 'client', 'state'],
  ...Object.fromEntries(domains.map((domain) => [domain, ['generated', 'client', 'state', 'shared']])),
  views: ['generated', 'client', 'state', 'shared', ...domains],
};

const walls = Object.entries(mayImport).map(([folder, allowed]) => ({
  target: `./src/${folder}`,
  from: './src',
  except: [folder, ...allowed].map((name) => `./${name}`),
  message: `${folder}/ may import only from ${[folder, ...allowed].join(', ')}.`,
}));

export default tseslint.config(
  { ignores: ['dist', 'src/generated'] },
  js.configs.recommended,
  ...tseslint.configs.strict,
  {
    files: ['src/**/*.{ts,tsx}'],
    plugins: { 'import-x': importX, 'react-hooks': hooks },
    settings: {
      'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts', '.tsx', '.js', '.css'] })],
    },
    rules: {
      ...hooks.configs.recommended.rules,
      'react-hooks/incompatible-library': 'off',
      'import-x/no-restricted-paths': ['error', { basePath: import.meta.dirname, zones: walls }],
      'import-x/no-cycle': 'error',
      'no-restricted-imports': [
        'error',
        { patterns: [{ group: ['@tauri-apps/*'], message: 'Only platform/ speaks to Tauri.' }] },
      ],
      'no-restricted-properties': [
        'error',
        { property: 'dangerouslySetInnerHTML', message: 'Text of others is rendered as text.' },
        { property: 'innerHTML', message: 'Text of others is rendered as text.' },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']",
          message: 'Text of others is rendered as text.',
        },
        {
          selector: "JSXIdentifier[name='style'][parent.type='JSXOpeningElement']",
          message: 'The content policy refuses style elements.',
        },
      ],
      eqeqeq: 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
    },
  },
  { files: ['src/platform/**'], rules: { 'no-restricted-imports': 'off' } },
  { files: ['src/**/*.test.{ts,tsx}', 'src/test/**'], rules: { 'import-x/no-restricted-paths': 'off' } },
);
