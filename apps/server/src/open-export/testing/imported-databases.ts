import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { connectPortable } from '../../backup/connect-portable.ts'
import { preparePortableSession, readContents } from '../../backup/portable-contents.ts'
import { withDatabase } from '../../db/embedded/connection-url.ts'
import { runSql } from '../../testing/test-database.ts'
import { leftOutOfAll } from '../left-out.ts'

/** Names of the databases that the tests have created. */
const databases: string[] = []

export async function createEmptyDatabase(): Promise<string> {
  const name = `imported_${databases.length}_${process.pid}`
  await runSql(inject('testPostgresUrl'), `create database ${name}`)
  databases.push(name)
  return withDatabase(inject('testPostgresUrl'), name)
}

/** Drops a database and the login that Muster created for it. */
async function dropDatabase(name: string): Promise<void> {
  const client = await connectPortable(withDatabase(inject('testPostgresUrl'), name), 'the test')
  const login = await client.query('select name from app_login').catch(() => undefined)
  await client.end()
  await runSql(inject('testPostgresUrl'), `drop database ${name} with (force)`)
  if (login?.rows[0]) await runSql(inject('testPostgresUrl'), `drop role ${login.rows[0].name}`)
}

export async function readTables(url: string) {
  const client = await connectPortable(url, 'the test')
  try {
    await preparePortableSession(client)
    const { tables } = await readContents(client, { without: name => name in leftOutOfAll })
    return tables.filter(({ name }) => !['public.feed_floor', 'public.security_events'].includes(name))
  } finally {
    await client.end()
  }
}

export async function readAllText(folder: string): Promise<string> {
  const texts = []
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
    if (entry.isFile())
      texts.push(
        join(entry.parentPath, entry.name),
        await readFile(join(entry.parentPath, entry.name), 'utf8'),
      )
  return texts.join('\n')
}
export const runQuery = async (url: string, sql: string, values: unknown[] = []) => {
  const client = await connectPortable(url, 'the test')
  try {
    return (await client.query(sql, values)).rows
  } finally {
    await client.end()
  }
}

export async function dropCreatedDatabases(): Promise<void> {
  for (const name of databases.splice(0)) await dropDatabase(name)
}
