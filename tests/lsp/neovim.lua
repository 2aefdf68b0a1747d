-- What a person does in Neovim, without one: opens a file, waits for what is wrong in it, asks what a word is, renames it,
-- and ends the server by force. In: FILE (a file of rules). Out: what came, as JSON in the file OUT.
local found = { diagnostics = {} }
local file = vim.env.FILE

local function wait(what)
  local came = vim.wait(60000, what, 50)
  if not came then found.late = debug.traceback() end
  return came
end

local function at(word)
  vim.fn.cursor(1, 1)
  vim.fn.search("\\<" .. word .. "\\>")
  return vim.lsp.util.make_position_params(0, "utf-16")
end

local function client()
  return vim.lsp.get_clients({ name = "rulewright" })[1]
end

vim.cmd.edit(file)
wait(function() return client() ~= nil and client().initialized end)
wait(function() return #vim.diagnostic.get(0) > 0 end)
for _, one in ipairs(vim.diagnostic.get(0)) do
  table.insert(found.diagnostics, { line = one.lnum + 1, code = one.code, message = one.message })
end

local hover = client():request_sync("textDocument/hover", at("coins"), 60000, 0)
found.hover = hover and hover.result and hover.result.contents.value

at("coins")
vim.lsp.buf.rename("money")
wait(function() return vim.fn.search("\\<money\\>", "nw") > 0 end)
found.renamed = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
found.buffers = {}
for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
  local text = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n")
  if text:find("money") then table.insert(found.buffers, vim.fs.basename(vim.api.nvim_buf_get_name(buffer))) end
end
found.on_disk = table.concat(vim.fn.readfile(file), "\n")

local old = client().id
for _, pid in ipairs(vim.api.nvim_get_proc_children(vim.fn.getpid())) do
  vim.uv.kill(pid, "sigkill")
end
wait(function() return client() ~= nil and client().id ~= old and client().initialized end)
found.again = client() ~= nil and client().id ~= old

vim.fn.writefile({ vim.json.encode(found) }, vim.env.OUT)
vim.cmd("qall!")
