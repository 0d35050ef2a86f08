import { metadataText } from './event-words.ts'
import classes from './security.module.css'

/** What was kept beside an event or a notice, key by key. */
export function MetadataList({ metadata }: { metadata: Readonly<Record<string, unknown>> }) {
  const entries = Object.entries(metadata)
  if (entries.length === 0) return <p className={classes.quiet}>Nothing more was kept.</p>
  return (
    <dl className={classes.metadata}>
      {entries.map(([key, value]) => (
        <div key={key} className={classes.pair}>
          <dt>{key}</dt>
          <dd>
            <code className={classes.code}>{metadataText(value)}</code>
          </dd>
        </div>
      ))}
    </dl>
  )
}
