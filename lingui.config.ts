import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { createSwcExtractor } from '@lingui/native-tools'
import { languageCodes, pseudoLanguage, sourceLanguage } from './packages/domain/src/language.ts'

/** The macros that the build of the web app and the extraction of texts compile. */
export const macro = {
  corePackage: ['@lingui/core/macro', '@lingui/core/runtime-macro'],
  jsxPackage: ['@lingui/react/macro'],
}

const packages = ['packages/domain/src', 'packages/contract/src']
const exclude = ['**/*.test.ts', '**/*.test.tsx', '**/testing/**', '**/*.generated.ts']

/**
 * The catalogues of texts: English stands in the source, translations in PO files, one for the browser and one for the server. The
 * pseudo-language is computed from English.
 */
export default defineConfig({
  sourceLocale: sourceLanguage,
  locales: [...languageCodes],
  pseudoLocale: { locale: pseudoLanguage, extend: 0.4, prepend: '[', append: ']' },
  fallbackLocales: { default: sourceLanguage },
  catalogs: [
    {
      path: '<rootDir>/apps/web/locales/{locale}',
      include: ['apps/web/src', 'apps/mobile/src', ...packages],
      exclude,
    },
    { path: '<rootDir>/apps/server/locales/{locale}', include: ['apps/server/src', ...packages], exclude },
  ],
  format: formatter({ lineNumbers: false, origins: false }),
  orderBy: 'message',
  extractors: [createSwcExtractor()],
  macro,
})
