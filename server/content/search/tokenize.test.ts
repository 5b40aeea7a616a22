import { describe, expect, test } from 'vitest'
import { tokenize, tokenizeSearch } from './tokenize.ts'

describe('a text has words, and a joined term from each word of a chain', () => {
  test.each<[string, string[], string[]]>([
    ['Café l’Été', ['cafe', 'l', 'ete'], ['l-ete']],
    ['nuxt.config.js', ['nuxt', 'config', 'js'], ['nuxt-config-js', 'config-js']],
    ['Straße Łódź Œuvre', ['strasse', 'lodz', 'oeuvre'], []],
    ['<p v-if="x">', ['p', 'v', 'if', 'x'], ['v-if-x', 'if-x']],
    ['one, two (three)', ['one', 'two', 'three'], []],
    ['[text](/path)', ['text', 'path'], []],
    ['a-b-c-d-e', ['a', 'b', 'c', 'd', 'e'], ['a-b-c-d', 'b-c-d-e', 'c-d-e', 'd-e']],
    ['nuxt.config.jsを開く', ['nuxt', 'config', 'js', 'を', '開く'], ['nuxt-config-js', 'config-js']],
    ['内のnuxt.configに', ['内', 'の', 'nuxt', 'config', 'に'], ['nuxt-config']],
    ['東京オフィス', ['東京', 'オフィス'], []],
    ['예시를 v-if로', ['예시를', 'v', 'if로'], ['v-if로']],
  ])('%s', (text, words, joined) => expect(tokenize(text)).toEqual({ words, joined }))
})

describe('a search asks for words, and joined for what it joins', () => {
  test.each<[string, string[]]>([
    ['Dark mode', ['dark', 'mode']],
    ['v-if', ['v-if']],
    ['what’s new', ['what-s', 'new']],
    ['@nuxt/content', ['nuxt-content']],
    ['a.b.c.d.e.f', ['a-b-c-d', 'e-f']],
    ['フォルダを', ['フォルダ']],
    ['を', ['を']],
    ['???', []],
  ])('%s', (text, words) => expect(tokenizeSearch(text)).toEqual(words))
})
