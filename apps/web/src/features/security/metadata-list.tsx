import { t } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import { Fragment } from 'react'
import { Facts } from '../../ui/layout/facts.tsx'
import { metadataText } from './event-words.ts'
import classes from './security.module.css'

export function MetadataList({ metadata }: { metadata: Readonly<Record<string, unknown>> }) {
  const entries = Object.entries(metadata)
  if (entries.length === 0) return <Text c="dimmed">{t`No further details.`}</Text>
  return (
    <Facts>
      {entries.map(([key, value]) => (
        <Fragment key={key}>
          <dt>{key}</dt>
          <dd>
            <code className={classes.code}>{metadataText(value)}</code>
          </dd>
        </Fragment>
      ))}
    </Facts>
  )
}
