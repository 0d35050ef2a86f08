import { t } from '@lingui/core/macro'
import { Accordion, Button, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type PlanText, planLanguagesMost, type TextsByLanguage } from '@muster/domain/emergency-plan.ts'
import { languages } from '@muster/domain/language.ts'
import { useState } from 'react'
import { formatList } from '../../lib/format-list.ts'
import { listTextLanguages, textLanguageName } from '../../lib/text-languages.ts'
import { Select } from '../../ui/forms/select.tsx'

export type Translations = { text: TextsByLanguage; safe: TextsByLanguage; help: TextsByLanguage }
export const noTranslations: Translations = { text: {}, safe: {}, help: {} }

type Props = {
  /** The language of the texts for everybody, which needs no translation; null if it is not known. */
  language: string | null
  /** The texts for everybody, which stand above the fields of their translations. */
  originals: { text: string; safe: string; help: string }
  value: Translations
  onChange: (translations: Translations) => void
  neutral: readonly PlanText[]
  onNeutralChange: (answers: PlanText[]) => void
}

const textLanguages = listTextLanguages()

/** The texts of a plan in other languages, whether the app has them or not; people read the one of their language. */
export function PlanTranslations({ language, originals, value, onChange, neutral, onNeutralChange }: Props) {
  const [added, setAdded] = useState<readonly string[]>([])
  const set = (field: keyof Translations, code: string, text: string) =>
    onChange({ ...value, [field]: { ...value[field], [code]: text } })
  const translated = [
    ...new Set([value.text, value.safe, value.help, ...neutral.map(it => it.texts)].flatMap(toCodes)),
  ].filter(code => code !== language)
  const codes = [...new Set([...translated, ...added])].filter(code => code !== language)
  const remove = (code: string) => {
    setAdded(added.filter(it => it !== code))
    const without = (texts: TextsByLanguage) =>
      Object.fromEntries(Object.entries(texts).filter(([its]) => its !== code))
    onChange({ text: without(value.text), safe: without(value.safe), help: without(value.help) })
    onNeutralChange(neutral.map(it => ({ text: it.text, texts: without(it.texts) })))
  }
  return (
    <Accordion variant="contained">
      <Accordion.Item value="translations">
        <Accordion.Control>
          <Text>{t`Translations`}</Text>
          <Text c="dimmed">
            {translated.length === 0 ? t`None` : formatList(translated.map(textLanguageName))}
          </Text>
        </Accordion.Control>
        <Accordion.Panel>
          <Stack gap="lg">
            {codes.map(code => {
              const name = textLanguageName(code)
              return (
                <Stack key={code} gap="xs" component="fieldset" m={0} p={0} bd="none">
                  <Text component="legend" fw={600} p={0} dir="auto">
                    {name}
                  </Text>
                  <Textarea
                    label={t`Text`}
                    description={toOriginal(originals.text)}
                    {...toFieldProps(code, value.text)}
                    maxLength={500}
                    autosize
                    maxRows={6}
                    onChange={event => set('text', code, event.currentTarget.value)}
                  />
                  {(['safe', 'help'] as const).map(field => (
                    <TextInput
                      key={field}
                      label={field === 'safe' ? t`Words for “I’m safe”` : t`Words for “I need help”`}
                      description={toOriginal(originals[field])}
                      {...toFieldProps(code, value[field])}
                      onChange={event => set(field, code, event.currentTarget.value)}
                    />
                  ))}
                  {neutral.map(({ text, texts }, index) =>
                    text.trim() === '' ? null : (
                      <TextInput
                        // biome-ignore lint/suspicious/noArrayIndexKey: only their position distinguishes the answers
                        key={index}
                        label={t`Words for “${text}”`}
                        {...toFieldProps(code, texts)}
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
                  <Button
                    variant="subtle"
                    color="gray"
                    mih={44}
                    style={{ alignSelf: 'flex-start' }}
                    onClick={() => remove(code)}
                  >
                    {t`Remove ${name}`}
                  </Button>
                </Stack>
              )
            })}
            {codes.length < planLanguagesMost && (
              <Select
                label={t`Add a language`}
                placeholder={t`Any language`}
                data={textLanguages.filter(it => it.value !== language && !codes.includes(it.value))}
                value={null}
                onChange={code => code && setAdded([...added, code])}
                searchable
                nothingFoundMessage={t`No results`}
              />
            )}
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  )
}

const toCodes = (texts: TextsByLanguage): string[] =>
  Object.entries(texts).flatMap(([code, text]) => (text ? [code] : []))

/** The text for everybody above its translation, in the direction of its own letters. */
const toOriginal = (text: string) =>
  text.trim() === '' ? undefined : (
    <span dir="auto" style={{ whiteSpace: 'pre-line' }}>
      {text}
    </span>
  )

/** A field for the words of an answer in a language. */
const toFieldProps = (code: string, texts: TextsByLanguage) => ({
  lang: code,
  dir: languages.find(it => it.code === code)?.direction ?? 'auto',
  maxLength: 40,
  value: texts[code] ?? '',
})

type Texts = {
  language: string | null
  text: string
  safe: string
  help: string
  neutral: readonly PlanText[]
  translations: Translations
}

/** Leaves out answers without words, and translations into the language of the texts for everybody. */
export function toPlanTexts({ language, text, safe, help, neutral, translations }: Texts) {
  const toFilled = (texts: TextsByLanguage): Record<string, string> =>
    Object.fromEntries(
      Object.entries(texts).flatMap(([code, its]) =>
        code === language || its.trim() === '' ? [] : [[code, its]],
      ),
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
