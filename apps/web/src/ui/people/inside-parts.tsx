import { Text } from '@mantine/core'
import type { InsideParts as Parts } from '@muster/contract/inside-parts.ts'
import { sitePartText } from './site-sum.ts'

/** Those of the people inside who do not count by phone, after the figure: " · 3 by badge · 2 visitors". */
export function InsideParts({ parts }: { parts: Parts | null }) {
  if (parts === null || (parts.byBadge === 0 && parts.visitors === 0)) return null
  return (
    <Text span inherit c="dimmed">
      {parts.byBadge > 0 && ` · ${sitePartText('badge', parts.byBadge)}`}
      {parts.visitors > 0 && ` · ${sitePartText('visitor', parts.visitors)}`}
    </Text>
  )
}
