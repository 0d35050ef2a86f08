import { fileURLToPath } from 'node:url'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { transform } from '@lingui/native-tools'
import { lingui } from '@lingui/vite-plugin'
import { type Plugin, type PluginOption, parseAst } from 'vite'
import { macro } from '../../../lingui.config.ts'

const importsMacro = /from ['"]@lingui\/(core\/macro|core\/runtime-macro|react\/macro)['"]/

/** Returns the plugins that compile the app's texts and load the catalogues of other languages. */
export const languages = (): PluginOption => [
  textsInPlace(),
  lingui({ configPath: fileURLToPath(new URL('../../../lingui.config.ts', import.meta.url)) }),
]

/**
 * Compiles Lingui's macros and leaves the English text in place, already parsed: English needs no catalogue, and no browser needs
 * the message parser. Other languages look the text up by its id. Lingui's plugin computes the pseudo-language from English,
 * so its file is empty.
 */
export function textsInPlace(): Plugin {
  return {
    name: 'muster:texts-in-place',
    enforce: 'pre',
    transform: {
      filter: { id: /\.tsx?$/, code: importsMacro },
      async handler(code, id) {
        const result = await transform(code, id, { macro: { ...macro, descriptorFields: 'message' } })
        return { code: parseMessages(result.code), map: result.map ?? null }
      },
    },
  }
}

type Literal = { readonly start: number; readonly end: number; readonly value: string }

/** Replaces the `message` of each descriptor that the macros wrote with its parsed form. */
export function parseMessages(code: string): string {
  const messages: Literal[] = []
  collectMessages(parseAst(code, { lang: 'jsx' }), code, messages)
  let parsed = code
  for (const { start, end, value } of messages.toSorted((a, b) => b.start - a.start))
    parsed = parsed.slice(0, start) + JSON.stringify(compileMessage(value)) + parsed.slice(end)
  return parsed
}

const mark = '/*i18n*/ '

function collectMessages(node: unknown, code: string, messages: Literal[]): void {
  if (typeof node !== 'object' || node === null) return
  if ('type' in node && node.type === 'ObjectExpression' && 'start' in node && 'properties' in node) {
    const start = node.start as number
    if (code.slice(start - mark.length, start) === mark) {
      const [message] = (node.properties as Property[]).filter(({ key }) => key?.name === 'message')
      if (message) messages.push(message.value)
    }
  }
  for (const child of Object.values(node))
    if (typeof child === 'object') collectMessages(child, code, messages)
}

type Property = { readonly key?: { readonly name?: string }; readonly value: Literal }
