import type { ICruiseOptions, IForbiddenRuleType } from 'dependency-cruiser'

/** Matches tests and test helpers. */
export const tests = String.raw`\.(test|spec)\.tsx?$|/testing(/|\.tsx?$)|/fake-socket\.ts$`
const feature = (side: 'server' | 'web') => `^apps/${side}/src/features/([^/]+)/`

/**
 * The import rules of the layout: domain <- contract <- apps, features only through their public files, app/ on top. Each
 * `comment` is the message for somebody who broke the rule: it says where the code should go instead.
 */
export const importRules: IForbiddenRuleType[] = [
  {
    name: 'domain-stands-alone',
    comment:
      'The domain is pure rules and texts of the catalogue. Pass what it needs as an argument; I/O, clock and network belong to apps/server or apps/web.',
    severity: 'error',
    from: { path: '^packages/domain/src/', pathNot: tests },
    to: { pathNot: '^(packages/domain/src|node_modules/@lingui/core)/' },
  },
  {
    name: 'domain-tests-stand-alone',
    comment:
      'A test of the domain knows the domain and test libraries. What needs more is a test of apps/server or apps/web.',
    severity: 'error',
    from: { path: '^packages/domain/src/' },
    to: { path: '^(apps|packages/(?!domain/))' },
  },
  {
    name: 'contract-knows-only-domain',
    comment:
      'The contract may only import the domain and libraries. What both sides need goes into packages/contract or packages/domain.',
    severity: 'error',
    from: { path: '^packages/contract/src/' },
    to: { path: '^apps/' },
  },
  {
    name: 'contract-runs-in-browser',
    comment: 'The contract also runs in the browser, which has no Node modules. Put this into apps/server.',
    severity: 'error',
    from: { path: '^packages/contract/src/', pathNot: tests },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'packages-by-name',
    comment: 'Import a package by its name: "@muster/domain/…" or "@muster/contract/…".',
    severity: 'error',
    from: { path: '^((?:packages|apps)/[^/]+)/' },
    to: { path: '^packages/', pathNot: '^$1/', dependencyTypes: ['local'] },
  },
  {
    name: 'apps-stay-apart',
    comment:
      'An app must not import another one. What crosses the wire goes into packages/contract, a shared rule into packages/domain.',
    severity: 'error',
    from: { path: '^apps/([^/]+)/' },
    to: { path: '^apps/', pathNot: '^apps/$1/' },
  },
  {
    name: 'server-features-by-index',
    comment:
      'A feature calls or reads another one through its index.ts: offer there what is needed. An effect on another feature travels as an event (app/event-handlers.ts); a shared rule goes into packages/domain.',
    severity: 'error',
    from: { path: feature('server'), pathNot: tests },
    to: { path: '^apps/server/src/features/', pathNot: ['^apps/server/src/features/$1/', '/index\\.ts$'] },
  },
  {
    name: 'web-features-by-public',
    comment:
      'A feature uses another one through its public.ts(x): offer there what is needed. Shared looks go into ui/, shared tools into lib/, a shared rule into packages/domain.',
    severity: 'error',
    from: { path: feature('web'), pathNot: tests },
    to: { path: '^apps/web/src/features/', pathNot: ['^apps/web/src/features/$1/', '/public\\.tsx?$'] },
  },
  {
    name: 'not-in-a-circle',
    comment: 'These files import each other in a circle. Move what both need into a file of its own.',
    severity: 'error',
    from: { pathNot: tests },
    to: { circular: true },
  },
  {
    name: 'tools-know-no-feature',
    comment:
      'A tool must not know a feature. Let the feature register what the tool runs (the type Feature), or move the code into the feature.',
    severity: 'error',
    from: {
      path: '^apps/(server/src/(lib|doors|rpc|live|db|platform|jobs)|web/src/(lib|ui|map|live|offline))/',
      pathNot: tests,
    },
    to: { path: '^apps/(server|web)/src/features/' },
  },
  {
    name: 'files-have-one-writer',
    comment:
      'A CSV is written by lib/csv.ts, a workbook by lib/workbook.ts and a PDF by lib/pdf/. Widen these instead of using the library.',
    severity: 'error',
    from: { path: '^apps/server/src/', pathNot: ['^apps/server/src/lib/', tests] },
    to: {
      path: '^node_modules/(csv-stringify|pdfkit|write-excel-file)/',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'only-app-assembles',
    comment:
      'app/ puts the parts together, so no part may import it. Take what you need as an argument, or move it to lib/ or ui/.',
    severity: 'error',
    from: { path: '^apps/(server|web)/src/(?!app/)', pathNot: tests },
    to: { path: '^apps/$1/src/app/' },
  },
  {
    name: 'features-in-one-list',
    comment: 'Only app/features.ts imports what a feature registers; other files of app/ read it there.',
    severity: 'error',
    from: { pathNot: ['^apps/(server|web)/src/app/features\\.ts$', tests] },
    to: { path: '^apps/(server|web)/src/features/.+\\.feature\\.ts$' },
  },
  {
    name: 'test-tools-stay-in-tests',
    comment: 'testing/ is for tests only. What the product needs goes into lib/ or the feature.',
    severity: 'error',
    from: { path: '^(apps|packages)/', pathNot: tests },
    to: { path: ['^(apps|packages)/[^/]+/src/testing/', '^(apps|packages)/[^/]+/src/.+/testing/'] },
  },
  {
    name: 'no-barrels',
    comment:
      'No barrels: import the file that holds the thing. Only a server feature has an index.ts, for what other features may call or read.',
    severity: 'error',
    from: {},
    to: {
      path: '^(apps|packages)/.*/index\\.[cm]?[jt]sx?$',
      pathNot: ['node_modules', '^apps/server/src/features/[^/]+/index\\.ts$'],
    },
  },
  {
    name: 'is-there',
    comment: 'There is no such file or package.',
    severity: 'error',
    from: {},
    // The bundler checks files imported by URL and fails if one is missing.
    to: { couldNotResolve: true, pathNot: '\\?url$' },
  },
]

export const readOptions: ICruiseOptions = {
  // TypeScript 7 has no compiler API for other programs, so swc parses the files, including type imports.
  parser: 'swc',
  tsPreCompilationDeps: true,
  moduleSystems: ['es6'],
  doNotFollow: { path: 'node_modules' },
}

export const resolveOptions = {
  exportsFields: ['exports'],
  conditionNames: ['import', 'browser', 'node', 'default'],
  extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css', '.d.ts'],
}
