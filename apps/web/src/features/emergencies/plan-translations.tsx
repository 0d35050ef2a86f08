import { t } from '@lingui/core/macro'
import { Accordion, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { PlanText, TextsByLanguage } from '@muster/domain/emergency-plan.ts'
import { type Language, languages } from '@muster/domain/language.ts'
import { formatList } from '../../lib/format-list.ts'

/** The translations of a plan's text and answers. */
export type Translations = { text: TextsByLanguage; safe: TextsByLanguage; help: TextsByLanguage }
export const noTranslations: Translations = { text: {}, safe: {}, help: {} }

type Props = {
  /** The language of the texts for everybody, which needs no translation; null for one that the app does not have. */
  language: Language | null
  value: Translations
  onChange: (translations: Translations) => void
  /** The further answers with their translations. */
  neutral: readonly PlanText[]
  onNeutralChange: (answers: PlanText[]) => void
}

/** The texts of a plan in each other language of the app; people read the one of their language. */
export function PlanTranslations({ language, value, onChange, neutral, onNeutralChange }: Props) {
  const set = (field: keyof Translations, code: Language, text: string) =>
    onChange({ ...value, [field]: { ...value[field], [code]: text } })
  const others = languages.filter(it => it.code !== language)
  const translated = others.filter(({ code }) =>
    [value.text, value.safe, value.help, ...neutral.map(it => it.texts)].some(texts => texts[code]),
  )
  return (
    <Accordion variant="contained">
      <Accordion.Item value="translations">
        <Accordion.Control>
          <Text>{t`Translations`}</Text>
          <Text size="sm" c="dimmed">
            {translated.length === 0 ? t`None` : formatList(translated.map(it => it.name))}
          </Text>
        </Accordion.Control>
        <Accordion.Panel>
          <Stack gap="lg">
            {others.map(({ code, name, direction }) => (
              <Stack key={code} gap="xs" component="fieldset" m={0} p={0} bd="none">
                <Text component="legend" fw={600} p={0} dir="auto">
                  {name}
                </Text>
                <Textarea
                  label={t`Text`}
                  lang={code}
                  dir={direction}
                  maxLength={500}
                  autosize
                  maxRows={6}
                  value={value.text[code] ?? ''}
                  onChange={event => set('text', code, event.currentTarget.value)}
                />
                <TextInput
                  label={t`Words for “I’m safe”`}
                  lang={code}
                  dir={direction}
                  maxLength={40}
                  value={value.safe[code] ?? ''}
                  onChange={event => set('safe', code, event.currentTarget.value)}
                />
                <TextInput
                  label={t`Words for “I need help”`}
                  lang={code}
                  dir={direction}
                  maxLength={40}
                  value={value.help[code] ?? ''}
                  onChange={event => set('help', code, event.currentTarget.value)}
                />
                {neutral.map(({ text, texts }, index) =>
                  text.trim() === '' ? null : (
                    <TextInput
                      // biome-ignore lint/suspicious/noArrayIndexKey: only their position distinguishes the answers
                      key={index}
                      label={t`Words for “${text}”`}
                      lang={code}
                      dir={direction}
                      maxLength={40}
                      value={texts[code] ?? ''}
                      onChange={event =>
                        onNeutralChange(
                          neutral.with(index, {
                            text,
                            texts: { ...texts, [code]: event.currentTarget.value },
                          }),
                        )
                      }
                    />
                  ),
                )}
              </Stack>
            ))}
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  )
}

type Texts = {
  language: Language | null
  text: string
  safe: string
  help: string
  neutral: readonly PlanText[]
  translations: Translations
}

/**
 * Converts the fields of the form to the texts of a plan. Answers without words are left out, and so are translations into the language of
 * the texts for everybody.
 */
export function toPlanTexts({ language, text, safe, help, neutral, translations }: Texts) {
  const toFilled = (texts: TextsByLanguage): TextsByLanguage =>
    Object.fromEntries(
      Object.entries(texts).filter(([code, its]) => code !== language && (its ?? '').trim() !== ''),
    )
  const toText = (its: string, texts: TextsByLanguage) => ({ text: its, texts: toFilled(texts) })
  const toAnswer = (its: string, texts: TextsByLanguage) =>
    its.trim() === '' && Object.keys(toFilled(texts)).length === 0 ? undefined : toText(its, texts)
  const words = neutral.filter(it => it.text.trim() !== '')
  return {
    language,
    message: toText(text, translations.text),
    answers: {
      safe: toAnswer(safe, translations.safe),
      help: toAnswer(help, translations.help),
      ...(words.length > 0 && { neutral: words.map(it => toText(it.text, it.texts)) }),
    },
  }
}
