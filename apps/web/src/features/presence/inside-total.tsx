import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Group, Text } from '@mantine/core'
import type { InsideParts } from '@muster/contract/inside-parts.ts'
import { formatCount } from '../../lib/format-count.ts'
import { LiveTint } from '../../ui/live/live-tint.tsx'
import { UnseenCount } from '../../ui/people/inside-split.tsx'
import { sitePartsText } from '../../ui/people/site-sum.ts'
import classes from './presence-panel.module.css'

type Props = { counts: { people: number; parts: InsideParts; unseen: number; zones: number } }

/** The people inside any zone as a large figure, with its parts and the number of zones. */
export function InsideTotal({ counts: { people, parts, unseen, zones } }: Props) {
  const partsText = sitePartsText({
    phone: parts.byPhone,
    visitor: parts.visitors,
    badge: parts.byBadge,
  })
  return (
    <LiveTint value={people}>
      <Group align="baseline" gap="4px 12px" py={4}>
        <span className={classes.figure} data-testid="inside-everywhere">
          {formatCount(people)}
        </span>
        <Text span inherit c="dimmed">
          {partsText === '' ? t`on site` : t`on site: ${partsText}`}
          {people > 0 && (
            <>
              {' · '}
              <Trans>
                in <Plural value={zones} one="# zone" other="# zones" />
              </Trans>
            </>
          )}
        </Text>
        <UnseenCount unseen={unseen} />
      </Group>
    </LiveTint>
  )
}
