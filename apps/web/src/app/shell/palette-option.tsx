import { Flex, Highlight, Text } from '@mantine/core'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import type { Command } from './commands.ts'

type Props = { command: Command; words: string[] }

export function PaletteOption({ command, words }: Props) {
  const { label, detail, zoneName, at, icon: Icon } = command
  const hasContext = zoneName !== undefined || at !== undefined
  return (
    <>
      <Icon size="1.25rem" stroke={1.7} aria-hidden />
      <Flex component="span" flex={1} wrap="wrap" gap="0 12px" miw={0}>
        <bdi>
          <Marked text={label} words={words} />
        </bdi>
        {detail && (
          <Text span inherit lineClamp={2} miw={0} c="dimmed" fw={450} dir="auto">
            <Marked text={detail} words={words} />
          </Text>
        )}
        {hasContext && (
          <Text span size="xs" c="dimmed" fw={450} w="100%">
            {zoneName && <bdi>{zoneName}</bdi>}
            {zoneName && at && ' · '}
            {at && <RelativeTime at={at} />}
          </Text>
        )}
      </Flex>
    </>
  )
}

/** Marks the typed words by a line, because the selected option already has its own colours. */
const markStyles = {
  background: 'none',
  color: 'inherit',
  textDecoration: 'underline 2px',
  textUnderlineOffset: '3px',
}

function Marked({ text, words }: { text: string; words: string[] }) {
  return (
    <Highlight component="span" inherit highlight={words} highlightStyles={markStyles}>
      {text}
    </Highlight>
  )
}
