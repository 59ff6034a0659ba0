// What the page asks of the server.

import { call } from "/static/api.js";

const q = (path, params) => `${path}?${new URLSearchParams(params)}`;

export const overview = () => call("GET", "/api/overview");
export const picture = (file) => call("GET", q("/api/picture", { file }));
export const save = (file, record, revision) => call("POST", q("/api/picture", { file }), { record, revision });
export const undo = () => call("POST", "/api/undo");
export const redo = () => call("POST", "/api/redo");
export const rename = (tiles, code) => call("POST", "/api/rename", { tiles, code });
export const list = (start, words) => call("GET", q("/api/pictures", { start, words }));
export const suspicious = (start) => call("GET", q("/api/suspicious", { start }));
export const wall = (code, start) => call("GET", q("/api/wall", { code, start }));
export const counts = () => call("GET", "/api/counts");
export const duplicates = () => call("GET", "/api/duplicates");
export const exportTo = (body) => call("POST", "/api/export", body);
export const importFrom = (body) => call("POST", "/api/import", body);
export const viewUrl = (file, side = 2000) => q("/view", { file, side });
export const cropUrl = (file, tile, v) => q("/crop", { file, tile, v });
export const sheet = () => call("GET", "/api/sheet");
export const confirm = (files) => call("POST", "/api/confirm", { files });
