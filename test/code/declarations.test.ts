import { describe, expect, it } from 'vitest';
import { contentAt, declarationsIn, realParser } from './realParser';

const parser = realParser();

/** Of each language a text and what it declares, as its own people would list it. */
const SAMPLES: Readonly<Record<string, readonly [text: string, declarations: readonly string[]]>> = {
  'a.ts': [
    'export interface Order { total(): number }\nexport type Id = string;\nexport enum State { Open }\nexport const LIMIT = 3;\n' +
      'export class Cart {\n  add(item: string) { return helper(item); }\n}\nfunction helper(x: string) { const local = 1; return x + local; }\nexport const charge = async (id: Id) => {\n  return id;\n};\n',
    ['interface Order', 'method Order.total', 'type Id', 'enum State', 'constant LIMIT', 'class Cart', 'method Cart.add', 'function helper', 'function charge'],
  ],
  'a.tsx': ['export const Button = ({ label }: Props) => {\n  return <b>{label}</b>;\n};\n', ['function Button']],
  'a.test.js': [
    "describe('cart', () => {\n  it('adds', () => {\n    add(1);\n  });\n});\n",
    ['test cart', 'test adds'],
  ],
  'server.js': [
    "const express = require('express');\nconst app = express();\napp.get('/orders/:id', (req, res) => {\n  res.send(1);\n});\nmodule.exports.close = async () => {\n  app.stop();\n};\ncache.get('/orders/:id');\n",
    // The last line looks something up: no handler follows, and a cache registers no routes.
    ['constant express', 'constant app', 'route GET /orders/:id', 'function close'],
  ],
  'a.py': [
    '"""Module."""\nLIMIT = 3\n\nclass Cart(Base):\n    """Holds items."""\n    def add(self, item):\n        return item\n\n@app.get("/orders/{id}")\ndef read(id):\n    return id\n\ndef test_read():\n    assert read(1)\n',
    ['constant LIMIT', 'class Cart', 'method Cart.add', 'route GET /orders/{id}', 'function read', 'test test_read'],
  ],
  'a.go': [
    'package a\n\nconst Limit = 3\n\ntype Cart struct{}\ntype Store interface{ Get() }\ntype Id string\n\nfunc (c *Cart) Add() {}\nfunc New() *Cart { return nil }\nfunc routes() { http.HandleFunc("/orders", list) }\nfunc TestAdd(t *testing.T) {}\n',
    ['constant Limit', 'class Cart', 'interface Store', 'type Id', 'method Add', 'function New', 'function routes', 'route /orders', 'test TestAdd'],
  ],
  'A.java': [
    'package a;\nclass Cart {\n  static final int LIMIT = 3;\n  Cart() {}\n  @GetMapping("/orders/{id}")\n  Order read(String id) { return null; }\n  @Test void adds() {}\n}\ninterface Store { void put(); }\nenum State { OPEN }\n',
    ['class Cart', 'constant Cart.LIMIT', 'method Cart.Cart', 'method Cart.read', 'route Cart.GET /orders/{id}', 'test Cart.adds', 'interface Store', 'method Store.put', 'enum State'],
  ],
  'a.cs': [
    'namespace A;\npublic class Cart : ICart {\n  private const int Limit = 3;\n  public void Add(Item item) { }\n  [HttpGet("orders/{id}")]\n  public Order Read(string id) { return null; }\n  [Fact]\n  public void Adds() { }\n}\ninterface ICart { }\nenum State { Open }\n',
    ['class Cart', 'constant Cart.Limit', 'method Cart.Add', 'method Cart.Read', 'route Cart.GET /orders/{id}', 'test Cart.Adds', 'interface ICart', 'enum State'],
  ],
  'a.c': ['#define LIMIT 3\nstruct cart { int n; };\nenum state { OPEN };\nint add(struct cart *c) { return c->n; }\n', ['constant LIMIT', 'class cart', 'enum state', 'function add']],
  'a.cpp': [
    'namespace shop {\nclass Cart { public: void add(int n) { } };\nvoid Cart::clear() { }\nint total() { return 0; }\n}\n',
    ['class shop.Cart', 'method shop.Cart.add', 'method shop.clear', 'function shop.total'],
  ],
  // As C this header has errors; it is read as what it is.
  'a.h': ['#pragma once\nclass Cart {\npublic:\n  void add(int n) { }\n};\n', ['class Cart', 'method Cart.add']],
  'a.rs': [
    'pub struct Cart;\npub enum State { Open }\npub trait Store { fn put(&self); }\nimpl Cart {\n    pub fn add(&self) {}\n}\nconst LIMIT: u32 = 3;\n#[get("/orders/{id}")]\nasync fn read() {}\n#[test]\nfn adds() {}\n',
    ['class Cart', 'enum State', 'interface Store', 'method Store.put', 'function Cart.add', 'constant LIMIT', 'route GET /orders/{id}', 'function read', 'test adds'],
  ],
  'a.rb': [
    "LIMIT = 3\nmodule Shop\n  class Cart\n    def add(item)\n      item\n    end\n  end\nend\npost '/orders' do\n  1\nend\ndescribe 'cart' do\n  it 'adds' do\n    1\n  end\nend\n",
    ['constant LIMIT', 'class Shop', 'class Shop.Cart', 'method Shop.Cart.add', 'route POST /orders', 'test cart', 'test adds'],
  ],
  'a.php': [
    "<?php\nnamespace A;\nclass Cart { const LIMIT = 3; public function add($item) { return $item; } }\ninterface Store { }\nfunction total() { return 0; }\n$app->get('/orders', function () { return 1; });\n",
    ['class Cart', 'constant Cart.LIMIT', 'method Cart.add', 'interface Store', 'function total', 'route GET /orders'],
  ],
  'a.kt': [
    'const val LIMIT = 3\nclass Cart {\n    fun add(item: String) { total() }\n    @Test fun adds() {}\n}\ninterface Store\nfun total(): Int = 0\n',
    ['constant LIMIT', 'class Cart', 'method Cart.add', 'test Cart.adds', 'class Store', 'function total'],
  ],
  'a.swift': ['protocol Store { func put() }\nclass Cart {\n  func add() {}\n}\nfunc total() -> Int { return 0 }\n', ['interface Store', 'method Store.put', 'class Cart', 'method Cart.add', 'function total']],
  'a.ex': [
    'defmodule Shop.Cart do\n  def add(item), do: item\n  defp total(items) do\n    items\n  end\nend\n',
    ['class Shop.Cart', 'method Shop.Cart.add', 'method Shop.Cart.total'],
  ],
  'a.scala': ['object Shop {\n  class Cart { def add(i: Int) = i }\n  trait Store\n}\n', ['class Shop', 'class Shop.Cart', 'method Shop.Cart.add', 'interface Shop.Store']],
  'a.dart': ['class Cart {\n  void add(int n) {}\n}\nint total() => 0;\n', ['class Cart', 'method Cart.add', 'function total']],
  'a.m': ['@interface Cart : NSObject\n- (void)add;\n@end\n@implementation Cart\n- (void)add { [self total]; }\n@end\n', ['class Cart', 'method Cart.add', 'class Cart', 'method Cart.add']],
  'a.sol': ['contract Cart {\n  event Added();\n  function add() public {}\n}\n', ['class Cart', 'type Cart.Added', 'method Cart.add']],
  'a.zig': ['const limit = 3;\nfn add(n: u32) u32 { return n; }\ntest "adds" { }\n', ['constant limit', 'function add', 'test adds']],
  'a.sh': ['LIMIT=3\ndeploy() {\n  echo hi\n}\n', ['constant LIMIT', 'function deploy']],
  'a.css': ['.cart { color: red; }\n#total { color: blue; }\n', ['class cart', 'class total']],
  'a.ps1': ['function Get-Cart {\n  Write-Host 1\n}\n', ['function Get-Cart']],
};

describe('declarations', () => {
  it.each(Object.entries(SAMPLES))('%s', async (file, [text, declarations]) => {
    const content = await contentAt(parser, file, text);
    expect(content.reading).toBe('grammar');
    expect(declarationsIn(content)).toEqual(declarations);
  });

  it('have the line of their name, a signature without the body, and the first sentences of their comment', async () => {
    const text = '/**\n * Adds an item. Twice is fine.\n *\n * Long story.\n * @param item what\n */\n@Injectable()\nexport class Cart {\n  /** Says how much. */\n  total(\n    items: string[],\n  ): number {\n    return 1;\n  }\n}\n';
    const { units } = await contentAt(parser, 'a.ts', text);
    expect(units.filter(({ name }) => name !== '')).toMatchObject([
      { name: 'Cart', line: 8, endLine: 15, signature: 'export class Cart', summary: 'Adds an item. Twice is fine.' },
      { name: 'total', line: 10, endLine: 14, signature: 'total( items: string[], ): number', summary: 'Says how much.' },
    ]);
  });

  it('take a docstring for their comment', async () => {
    const { units } = await contentAt(parser, 'a.py', 'def add(item):\n    """Adds an item.\n\n    More.\n    """\n    return item\n');
    expect(units[0]).toMatchObject({ name: 'add', summary: 'Adds an item.' });
  });

  it('of one line in the code of another one are part of that', async () => {
    const content = await contentAt(parser, 'a.ts', 'export function all() {\n  const one = (x: number) => x + 1;\n  return { two: () => one(2) };\n}\n');
    expect(declarationsIn(content)).toEqual(['function all']);
  });

  it('name what they call and what they use as a type, each with its first line', async () => {
    const { units, imports } = await contentAt(parser, 'a.ts', "import { helper } from './helper';\n\nexport function all(cart: Cart) {\n  helper(cart);\n  helper(cart);\n}\n");
    expect(units.find(({ name }) => name === 'all')?.uses).toEqual([['Cart', 3], ['helper', 4]]);
    expect(imports).toEqual(["import { helper } from './helper';"]);
  });

  it('leave nothing of a file unfound: what is in none of them is a part of the file', async () => {
    const { units, dictionary } = await contentAt(parser, 'a.ts', "import x from 'x';\n\nrotateEverything(x);\n\nfunction helper() {\n  return 1;\n}\n");
    const rest = units.find(({ kind }) => kind === 'file');
    expect(rest).toMatchObject({ line: 3, name: '' });
    expect(rest?.terms.map((entry) => dictionary[entry >> 4])).toContain('rotateeverything');
  });
});

describe('a file without a grammar', () => {
  it('is found by windows of its lines, each line in exactly one', async () => {
    const text = Array.from({ length: 100 }, (_, line) => `create table t${line};`).join('\n');
    const { reading, units } = await contentAt(parser, 'schema.sql', text);
    expect(reading).toBe('lines');
    // 40 lines each.
    expect(units.map(({ line, endLine, kind }) => [kind, line, endLine])).toEqual([['file', 1, 40], ['file', 41, 80], ['file', 81, 100]]);
  });
});
