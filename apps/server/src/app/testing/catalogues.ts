import { fileURLToPath } from 'node:url'
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { pseudoLanguage, readingLanguages, sourceLanguage } from '@muster/domain/language.ts'

const root = fileURLToPath(new URL('../../../../../', import.meta.url))

/** Returns the server's compiled catalogues: the files that `npm run generate` writes from `apps/server/locales/*.po`. */
export async function compileCatalogues() {
  const config = getConfig({ cwd: root })
  const serverCatalogue = (await getCatalogs(config)).find(({ path }) => path.includes('/apps/server/'))
  if (!serverCatalogue) throw new Error('lingui.config.ts names no catalogue of the server.')
  const englishMessages = (await serverCatalogue.read(sourceLanguage)) ?? {}
  return Promise.all(
    readingLanguages
      .filter(language => language !== sourceLanguage)
      .map(async language => {
        const entries =
          language === pseudoLanguage ? englishMessages : ((await serverCatalogue.read(language)) ?? {})
        const translatedEntries = Object.entries(entries).filter(([, { translation }]) => translation)
        const { source, errors } = createCompiledCatalog(
          language,
          Object.fromEntries(translatedEntries.map(([id, { translation = '' }]) => [id, translation])),
          {
            namespace: 'json',
            strict: true,
            pseudoLocale: pseudoLanguage,
            pseudoLocaleOptions: config.pseudoLocale[0]?.options,
          },
        )
        for (const { id, error } of errors)
          throw new Error(`${language}: "${englishMessages[id]?.message ?? id}": ${error.message}`)
        return { path: `${root}apps/server/locales/${language}.generated.json`, text: splitLines(source) }
      }),
  )
}

/** Puts each message on its own line, so that a commit shows what changed. */
function splitLines(source: string) {
  const { messages } = JSON.parse(source) as { messages: Record<string, unknown> }
  const rows = Object.entries(messages).map(
    ([id, message]) => `  ${JSON.stringify(id)}: ${JSON.stringify(message)}`,
  )
  return rows.length > 0 ? `{\n${rows.join(',\n')}\n}\n` : '{}\n'
}
