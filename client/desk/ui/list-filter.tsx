import type { ReactNode } from 'react'
import { longestSearch } from '#shared/desk/requests/fields.ts'
import { Button } from '../../site/ui/button.tsx'
import { Select, TextField } from '../../site/ui/field.tsx'
import { Icon } from '../../site/ui/icon.tsx'
import { Segments } from './segments.tsx'

/** Labels by value; an empty value is all of them. */
type States = readonly (readonly [value: string, label: string])[]

type Props = {
  page: string
  query: URLSearchParams
  /** The query's member that names a state. */
  name?: string
  states?: States
  /** Names what the text field finds, where the list has one. */
  finds?: string
  /** Further fields. */
  children?: ReactNode
}

/** Works without script. States are links, which keep the other fields. */
export function ListFilter({ page, query, name = 'status', states = [], finds, children }: Props) {
  const state = query.get(name) ?? ''
  const sort = query.get('sort')
  return (
    <form className="Filter" action={page}>
      {states.length > 0 && (
        <Segments className="Filter-states" label="State" links={linksTo(page, query, name, states)} />
      )}
      {state && <input type="hidden" name={name} value={state} />}
      {sort && <input type="hidden" name="sort" value={sort} />}
      <div className="Filter-fields">
        {finds && (
          <TextField
            label={finds}
            name="q"
            maxLength={longestSearch}
            defaultValue={query.get('q') ?? ''}
            aria-keyshortcuts="f"
            data-filter
          />
        )}
        {children}
        <Button quiet>Show</Button>
      </div>
    </form>
  )
}

type WhoProps = {
  query: URLSearchParams
  name: string
  label: string
  note: string
  inputMode?: 'email'
  autoCapitalize?: 'none'
}

/** Finds by a whole address, which no dictionary corrects. */
export function WhoField({ query, name, ...field }: WhoProps) {
  return (
    <TextField
      {...field}
      name={name}
      defaultValue={query.get(name) ?? ''}
      autoComplete="off"
      spellCheck={false}
      aria-keyshortcuts="f"
      data-filter
    />
  )
}

type DayProps = {
  query: URLSearchParams
  /** The query's members. */
  from?: string
  to?: string
  label?: string
}

/** Both days are included. */
export function DayFields({ query, from = 'from', to = 'to', label = 'From' }: DayProps) {
  return (
    <>
      <TextField label={label} name={from} type="date" defaultValue={query.get(from) ?? ''} />
      <TextField label="To, and with" name={to} type="date" defaultValue={query.get(to) ?? ''} />
    </>
  )
}

type FurtherProps = {
  label: string
  name: string
  query: URLSearchParams
  word?(value: string): string
  /** Names the list without it. */
  without?: string
}

/** A filter that another page's link brings: it is said, kept, and can be taken off. */
export function Further({ label, name, query, word = String, without = 'All' }: FurtherProps) {
  const value = query.get(name)
  if (!value) return null
  return (
    <Select label={label} name={name} defaultValue={value}>
      <option value={value}>{word(value)}</option>
      <option value="">{without}</option>
    </Select>
  )
}

/** Keeps the list of one address, or of one company. */
export function OfCustomer({ query }: { query: URLSearchParams }) {
  return (
    <>
      <Further label="Address" name="email" query={query} />
      <Further label="Company" name="company" query={query} />
    </>
  )
}

type CsvProps = { address: string; query?: URLSearchParams; noun: string }

const noFilter = new URLSearchParams()

/** Brings all rows that the filter leaves, not this page's alone. @param address answers with CSV */
export function CsvLink({ address, query = noFilter, noun }: CsvProps) {
  const shown = new URLSearchParams([...query].filter(([name]) => name !== 'after' && name !== 'done'))
  return (
    <a
      className="Button Button--quiet Button--small"
      href={shown.size > 0 ? `${address}?${shown}` : address}
      download
    >
      <Icon name="download" />
      CSV of these {noun}
    </a>
  )
}

/** Whether a list lacks rows. A form sends empty fields, too. */
export function isFiltered(query: URLSearchParams): boolean {
  return [...query].some(([name, value]) => value !== '' && !['after', 'done', 'sort'].includes(name))
}

/** Links to the states of a list, each with its other filters. @param name the query's member that names a state */
export function linksTo(page: string, query: URLSearchParams, name: string, states: States) {
  return states.map(([value, label]) => ({
    label,
    href: withMember(page, query, [name, value]),
    isCurrent: value === (query.get(name) ?? ''),
  }))
}

/** The list from its beginning, with another filter or sort. @param member an empty value takes it away */
export function withMember(page: string, query: URLSearchParams, [name, value]: [string, string]): string {
  const next = new URLSearchParams(query)
  next.delete('after')
  next.delete('done')
  next.delete(name)
  if (value) next.set(name, value)
  const text = next.toString()
  return text ? `${page}?${text}` : page
}
