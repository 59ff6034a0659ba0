"""GLSL of the rasteriser. One vertex stage for all rounded bodies, drawn instanced.

A vertex is an inner corner ``c`` and a unit normal ``n``; the body's half sizes and edge radius
turn it into a point: ``c * (half - r) + r * n``.
"""

BODY_VERTEX = """
#version 330
uniform mat4 clip;
in vec3 c; in vec3 n;
in vec3 i_centre; in vec3 i_x; in vec3 i_y; in vec3 i_z; in vec3 i_half;
in vec3 i_face; in vec3 i_back; in vec4 i_look; in vec4 i_tag;
out vec3 local; out vec3 local_n; out vec3 world; out vec3 world_n;
flat out vec3 half_size; flat out vec3 face_colour; flat out vec3 back_colour;
flat out vec4 look; flat out vec4 tag; flat out mat3 turn;
void main() {
    float r = i_look.w;
    local = c * (i_half - r) + r * n;
    local_n = n;
    turn = mat3(i_x, i_y, i_z);
    world = turn * local + i_centre;
    world_n = turn * n;
    half_size = i_half; face_colour = i_face; back_colour = i_back; look = i_look; tag = i_tag;
    gl_Position = clip * vec4(world, 1.0);
}
"""
"""``i_look``: back share, gloss, engraving, edge radius. ``i_tag``: id, layer, kind, grain."""

LIGHT = """
uniform vec3 eye, sky, ground;
uniform vec3 lamp_dir[3], lamp_colour[3];
uniform int lamps;
uniform mat4 shadow_clip[2];
uniform sampler2D shadow_map0, shadow_map1;
uniform float softness[3];
uniform vec4 window; uniform float window_strength;

float lit_by(int k, vec3 world, vec3 normal) {
    if (k > 1) return 1.0;
    vec4 p = shadow_clip[k] * vec4(world + normal * 0.03, 1.0);
    vec3 q = p.xyz * 0.5 + 0.5;
    if (q.x < 0.0 || q.x > 1.0 || q.y < 0.0 || q.y > 1.0) return 1.0;
    float seen = 0.0;
    for (int i = -1; i <= 1; i++) for (int j = -1; j <= 1; j++) {
        vec2 at = q.xy + vec2(i, j) * softness[k];
        float d = k == 0 ? texture(shadow_map0, at).r : texture(shadow_map1, at).r;
        seen += q.z - 0.0012 <= d ? 1.0 : 0.0;
    }
    return seen / 9.0;
}

vec3 shade(vec3 albedo, vec3 world, vec3 normal, vec3 smooth_normal, float gloss) {
    vec3 view = normalize(eye - world);
    vec3 total = albedo * mix(ground, sky, normal.z * 0.5 + 0.5);
    float power = mix(8.0, 220.0, gloss * gloss);
    float fresnel = 0.04 + 0.6 * pow(1.0 - max(dot(view, normal), 0.0), 5.0);
    for (int k = 0; k < lamps; k++) {
        float facing = max(dot(normal, lamp_dir[k]), 0.0);
        float seen = facing > 0.0 ? lit_by(k, world, smooth_normal) : 0.0;
        vec3 between = normalize(view + lamp_dir[k]);
        float shine = pow(max(dot(normal, between), 0.0), power) * gloss * (0.25 + fresnel * 3.0);
        total += lamp_colour[k] * seen * (albedo * facing + shine);
    }
    vec3 mirrored = reflect(-view, normal);
    if (mirrored.z > 0.05) {
        vec2 hit = world.xy + mirrored.xy / mirrored.z * 12.0 - window.xy;
        vec2 inside = smoothstep(vec2(1.1), vec2(0.85), abs(hit) / window.zw);
        total += window_strength * gloss * fresnel * 6.0 * inside.x * inside.y;
    }
    return total;
}
"""

BODY_FRAGMENT = (
    """
#version 330
uniform sampler2DArray faces, prints;
in vec3 local; in vec3 local_n; in vec3 world; in vec3 world_n;
flat in vec3 half_size; flat in vec3 face_colour; flat in vec3 back_colour;
flat in vec4 look; flat in vec4 tag; flat in mat3 turn;
out vec4 colour;
"""
    + LIGHT
    + """
vec3 grained(vec3 base, float strength) {
    float s = sin(local.x * 41.0 + 2.0 * sin(local.y * 3.0 + tag.x)) * 0.6
            + sin(local.x * 97.0 + local.z * 60.0) * 0.4;
    return base * (1.0 + strength * 0.3 * s);
}
void main() {
    vec3 normal = normalize(world_n), smooth_normal = normal;
    vec3 albedo = face_colour;
    bool back = local.z < half_size.z * (2.0 * look.x - 1.0);
    if (back) albedo = grained(back_colour, tag.w);
    vec2 uv = vec2(0.5 + local.x / (2.0 * half_size.x), 0.5 - local.y / (2.0 * half_size.y));
    if (tag.y >= 0.0 && local_n.z > 0.4) {
        if (tag.z < 0.5) {
            vec4 ink = texture(faces, vec3(uv, tag.y), -0.9);
            albedo = ink.rgb + albedo * (1.0 - ink.a);
            if (look.z > 0.06) {
            vec2 d = vec2(1.0 / 192.0, 1.0 / 256.0) * 1.5;
            float gx = texture(faces, vec3(uv + vec2(d.x, 0), tag.y)).a
                     - texture(faces, vec3(uv - vec2(d.x, 0), tag.y)).a;
            float gy = texture(faces, vec3(uv - vec2(0, d.y), tag.y)).a
                     - texture(faces, vec3(uv + vec2(0, d.y), tag.y)).a;
            normal = normalize(normal + look.z * (gx * turn[0] + gy * turn[1]));
            }
        } else {
            albedo = texture(prints, vec3(uv, tag.y), -0.9).rgb;
            albedo *= albedo;
        }
    }
    vec3 lit = shade(albedo, world, normal, smooth_normal, look.y);
    lit *= mix(0.72, 1.0, smoothstep(0.0, 0.5, world.z)) + 0.28 * max(smooth_normal.z, 0.0)
         * (1.0 - smoothstep(0.0, 0.5, world.z));
    colour = vec4(lit, 1.0);
}
"""
)

SHADOW_FRAGMENT = """
#version 330
void main() {}
"""

TRUTH_FRAGMENT = """
#version 330
uniform vec3 eye, ahead;
in vec3 local; in vec3 local_n; in vec3 world; in vec3 world_n;
flat in vec3 half_size; flat in vec3 face_colour; flat in vec3 back_colour;
flat in vec4 look; flat in vec4 tag; flat in mat3 turn;
out vec4 truth;
void main() {
    float side = local_n.z > 0.7 ? 1.0 : (local_n.z < -0.7 ? 2.0 : 0.0);
    truth = vec4(tag.x, side, dot(world - eye, ahead), 1.0);
}
"""
"""Id (0 for what is no tile), side (1 face, 2 back), depth."""

PLANE_VERTEX = """
#version 330
uniform mat4 clip; uniform vec2 half_size; uniform float level;
in vec2 corner;
out vec3 world;
void main() {
    world = vec3(corner * half_size, level);
    gl_Position = clip * vec4(world, 1.0);
}
"""

TABLE_FRAGMENT = (
    """
#version 330
uniform sampler2D table; uniform float period, gloss; uniform vec2 offset;
in vec3 world;
out vec4 colour;
"""
    + LIGHT
    + """
void main() {
    vec3 albedo = texture(table, vec2(world.x, -world.y) / period + offset, -0.7).rgb;
    albedo *= albedo;
    colour = vec4(shade(albedo, world, vec3(0, 0, 1), vec3(0, 0, 1), gloss), 1.0);
}
"""
)

FLOOR_FRAGMENT = """
#version 330
uniform vec3 tint;
in vec3 world;
out vec4 colour;
void main() { colour = vec4(tint, 1.0); }
"""

PLANE_TRUTH = """
#version 330
uniform vec3 eye, ahead;
in vec3 world;
out vec4 truth;
void main() { truth = vec4(0.0, 0.0, dot(world - eye, ahead), 1.0); }
"""
