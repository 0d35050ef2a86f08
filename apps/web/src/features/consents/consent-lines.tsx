import { i18n } from '@lingui/core'
import { Flex } from '@mantine/core'
import { consentLines } from '@muster/domain/consent.ts'
import type { ReactNode } from 'react'

export function ConsentLines({ retentionDays }: { retentionDays: number }) {
  return (
    <Flex component="ul" direction="column" gap="xs">
      {consentLines(retentionDays)
        .map(line => i18n._(line))
        .map(line => (
          <li key={line}>{emphasiseHead(line)}</li>
        ))}
    </Flex>
  )
}

/** Emphasises the words before the colon. */
function emphasiseHead(line: string): ReactNode {
  const [, head, rest] = /^([^:.]+:)(.*)$/.exec(line) ?? []
  return head ? (
    <>
      <strong>{head}</strong>
      {rest}
    </>
  ) : (
    line
  )
}
