/** Why strings stay outside the catalogues, and which: a pattern of `path | place | text`. */
export const untranslatedTexts: readonly { readonly reason: string; readonly pattern: RegExp }[] = [
  // Of the web and the native app.
  { reason: 'The name of the product', pattern: /\| (… · )?Muster$/ },
  {
    reason: 'Names of browsers and systems',
    pattern: /lib\/device-name\.ts \| (browsers|operatingSystems) \|/,
  },
  { reason: 'Names of map and place services', pattern: /features\/maps\/.* > label \| [\w ]+$/ },
  { reason: 'Names of location apps', pattern: /\| trackerAppNames > / },
  { reason: 'The attribution that a source of maps requires', pattern: /map\/maplibre\/.* > attribution \|/ },
  { reason: 'The name of a typeface', pattern: /\| mapFont \| Inter Variable$/ },
  { reason: 'An abbreviation that no language of ours translates', pattern: /\| URL$/ },
  { reason: 'A sample address or code', pattern: /> placeholder \| (\S*[./]\S+|[X-]+)$/ },
  {
    reason: 'The columns that an import expects',
    pattern: /import-people.*\| (requiredColumns|templateCsv) \|/,
  },
  {
    reason: 'The name of a draft, and the key of a row',
    pattern:
      /features\/(badges|visitors)\/.*(use(Draft|Act)Form\(\)( > draft)? \| (visit-)?badge …( …)?|userId \| badge …)$/,
  },
  { reason: 'Names of outbox entries in the store of the device', pattern: /\.(sender|outbox)\.ts \|/ },
  { reason: 'A scheme of HTTP', pattern: /(authorization|slice\(\)|www-authenticate) \| Bearer( …)?$/i },
  { reason: 'A state of the program', pattern: /\| (at once|by hand|chosen already|location app)$/ },
  { reason: 'A selector', pattern: /Selector \|/ },

  // Of the server, for operators and programs, who read English.
  {
    reason: 'Output of the command line and of the start',
    pattern: /src\/(app\/command-line|backup|app\/main\.ts|app\/start-problems|app\/secrets)/,
  },
  {
    reason: 'Why a backup failed, in the words of the log',
    pattern: /features\/backups\/backups\.queries\.ts/,
  },
  {
    reason: 'A line of the log',
    pattern: /(\blog|createBatchedLog|createWorkQueue|createFileQueue)\(\)|> warn\(\) \||doors\/proxy-fit/,
  },
  {
    reason: 'A note about the embedded database, or generated code',
    pattern: /src\/db\/(embedded|generate-types)/,
  },
  {
    reason: 'Descriptions in the JSON Schema of an export, for developers',
    pattern: /open-export\/table-schema/,
  },
  { reason: 'Help texts of /metrics', pattern: /features\/metrics\/metric-list/ },
  {
    reason: 'The reference of the API',
    pattern:
      /openapi(-schemas)?\.ts|\| \w+ > openapi >|describe-upload|packages\/contract.* > describe\(\) \|/,
  },
  {
    reason: 'Summaries of calls in the reference of the API',
    pattern: /packages\/contract.* > (signedIn|anyone|in[A-Z]\w+)\(\) \|/,
  },
  {
    reason: 'Issues of an input, which API clients read; forms have texts of their own',
    pattern:
      /packages\/contract.*((min|max|refine|regex|enum|email|uuid|date|literal)\(\)|error|message|Message) \|/,
  },
  {
    reason: 'Responses to requests that are not of a client of ours',
    pattern: /http-errors|doors\/served-methods|rpc\/send-part/,
  },
  {
    reason: 'Answers to location apps, which have a code beside them',
    pattern: /features\/trackers\/(read-overland|tracker-reading)/,
  },

  {
    reason: 'Why work is done as the owner of the database, in the code only',
    pattern: /\| (.* > )?(asOwner(\(\))?|withoutTx|OWNER_REASON|ownerReason) \|/,
  },
  { reason: 'A page of HTML around texts, or a template of HTTP', pattern: /\| (<!doctype html>|<form )/ },
  { reason: 'The name of a kind of cursor', pattern: /createCursors\(\) \|/ },
  { reason: 'The sender of mail, by default', pattern: /> MAIL_FROM >/ },

  // Stored in English, whoever reads it.
  {
    reason: 'The security log',
    pattern: /domain\/src\/audit\.ts \||insertBreachNotice\(\)/,
  },
  {
    reason: 'Names and notes that the server stores and screens translate',
    pattern: /\| standInNames >|\| toUnknownBadgeName\b|\| zoneDeletedNote \|/,
  },
  { reason: 'A name stored for a person or a file that came without one', pattern: /\| (New member|File)$/ },
  {
    reason:
      'Why an alert, a broadcast or an event reached nobody; screens show the status of the last in their own words',
    pattern: /alerts\/(alert-worker|delivery-pool)\.ts|broadcasts\/sending\.queries\.ts|Responded with …$/,
  },
  {
    reason: 'Why mail cannot be sent, with the words of the mail server',
    pattern: /lib\/mail-error-text\.ts/,
  },
  { reason: 'What scanners answer, for the log', pattern: /lib\/virus-scanner\.ts/ },

  // The same in every language.
  {
    reason: 'The demo and the examples of the reference',
    pattern: /server\/src\/demo\/|lib\/create-example\.ts/,
  },
  {
    reason: 'A file that people may import in another language',
    pattern: /export-accounts\.ts|exportZones|englishNames >|legacyAnswerMeanings >/,
  },
  { reason: 'The English form of a day; other languages use Intl', pattern: /lib\/day-text\.ts \| months/ },
  { reason: 'Names in the formats of files', pattern: /otherGeometries|to-xlsx\.ts \| .* format \| General/ },
  { reason: 'The name of a language in itself', pattern: /\| languages > name \|/ },
]
